#!/usr/bin/env bash
# Makes a release of what is committed: an archive for each system, the bill of materials (SPDX
# 2.3) and SHA256SUMS. Everything is built twice, in two folders, the second time with an empty
# build cache; any byte that differs is a failure. The bytes depend on the commit and on the version
# of Go alone. Needs Go and git; 25 minutes on two cores.
# Usage: [SYSTEMS="linux/amd64 ..."] scripts/release.sh [VERSION] [FOLDER]
#        VERSION must be the program's own, which is the default; FOLDER is out/release by default
set -euo pipefail
cd "$(dirname "$0")/.."
own=$(sed -n 's/^const version = "\(.*\)"$/\1/p' cmd/tinyhouse/main.go)
version=${1:-$own} out=${2:-out/release}
systems=${SYSTEMS:-linux/amd64 linux/amd64/v3 linux/arm64 linux/386 windows/amd64 windows/amd64/v3 windows/arm64 darwin/amd64 darwin/arm64}
[ "${version#v}" = "$own" ] || { echo "release.sh: version \"$version\": want $own, which cmd/tinyhouse/main.go says" >&2; exit 2; }
[ -z "$(git status --porcelain)" ] || echo "release.sh: only what is committed is released; the folder has other changes" >&2
tmp=$(mktemp -d)
trap 'chmod -R u+w "$tmp"; rm -rf "$tmp"' EXIT
commit=$(git rev-parse HEAD) seconds=$(git log -1 --format=%ct)

# Nothing of the caller's settings may change the bytes.
export GOFLAGS= GOEXPERIMENT= GOFIPS140=off GOWORK=off GOARM64=v8.0 GO386=sse2 LC_ALL=C
GOTOOLCHAIN=$(go env GOVERSION)
export GOTOOLCHAIN

# build FOLDER: builds all systems from a copy of the commit in FOLDER and packs them in FOLDER/release.
build() {
  local system os arch level name
  mkdir -p "$1/source"
  git archive "$commit" | tar -x -C "$1/source"
  for system in $systems; do
    IFS=/ read -r os arch level <<<"$system"
    name=$os-$arch${level:+-$level}
    echo "$name (after $SECONDS s)"
    (cd "$1/source" && GOOS=$os GOARCH=$arch GOAMD64=${level:-v1} bash scripts/build.sh "$1/programs/$name/tinyhouse$([ "$os" != windows ] || echo .exe)") >/dev/null
  done
  (cd "$1/source" && go run ./scripts/release -programs "$1/programs" -out "$1/release" -version "$own" -commit "$commit" -time "$seconds")
}

build "$tmp/first"
GOCACHE=$tmp/cache build "$tmp/second/in another folder"
diff -r "$tmp/first/release" "$tmp/second/in another folder/release" || { echo "release.sh: the two builds differ" >&2; exit 1; }
mkdir -p "$out"
rm -f "$out"/tinyhouse-* "$out/SHA256SUMS"
cp "$tmp/first/release/"* "$out/"
cat "$out/SHA256SUMS"
echo "built twice, the same bytes: $out"
