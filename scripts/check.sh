#!/usr/bin/env bash
# Checks what must hold before a commit, in about ten minutes on two cores: format, vet, the laws
# of cmd/, unit tests, the commands of the documentation, races, builds, and agreement with other
# programs. Needs Go alone, stops at the first failure and names at the end what it skipped.
# Usage: scripts/check.sh          what -short leaves of the tests, and one build a system
#        scripts/check.sh --all    all tests, more races, all systems, more positions: 40 minutes
set -euo pipefail
cd "$(dirname "$0")/.."
all=
case ${1:-} in
  '') ;;
  --all) all=1 ;;
  --help) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0"; exit ;;
  *) echo "usage: scripts/check.sh [--all]" >&2; exit 2 ;;
esac
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
short=-short positions=10
[ -z "$all" ] || short='' positions=200

step() { printf '\n== %s (after %d s)\n' "$*" "$SECONDS"; }

# tested FLAG...: runs go test, prints its last lines, or all that failed, and notes skipped tests.
tested() {
  local code=0
  go test -v "$@" >"$tmp/log" 2>&1 || code=$?
  awk '/^=== /{ name = $3 } /^ +[a-z_]+_test\.go:[0-9]+: /{ sub(/^[^:]*:[0-9]+: /, ""); reason[name] = $0 }
    / *--- SKIP: /{ print $3 ": " reason[$3] }' "$tmp/log" >>"$tmp/skipped"
  if [ "$code" = 0 ]; then
    grep -E '^ok' "$tmp/log"
  else
    grep -v -E '^ *(=== |--- (PASS|SKIP))' "$tmp/log"
    exit "$code"
  fi
}

step format
unformatted=$(git ls-files -co --exclude-standard '*.go' | while read -r f; do [ ! -e "$f" ] || echo "$f"; done | xargs gofmt -l)
[ -z "$unformatted" ] || { echo "gofmt would change:"; echo "$unformatted"; exit 1; }

step vet
go vet ./...
go vet -tags debug ./engine/...

step tests
# shellcheck disable=SC2086
tested $short -timeout 30m ./...
[ -z "$all" ] || tested -timeout 30m ./engine/perft -run '^TestSuites$' -full

step debug assertions
tested -short -tags debug ./engine/board ./engine/perft ./engine/notation ./engine

step races
tested -race -short -timeout 30m ./engine/internal/tt ./engine/internal/search ./protocol ./protocol/uci ./protocol/xboard
[ -z "$all" ] || tested -race -short -timeout 30m ./engine ./engine/learn/... ./protocol/... ./tb/... ./solver/... ./cmd/tinyhouse/...

step builds
for system in windows/amd64 ${all:+linux/amd64 linux/arm64 windows/arm64 darwin/amd64 darwin/arm64}; do
  echo "$system"
  CGO_ENABLED=0 GOOS=${system%/*} GOARCH=${system#*/} go build -o "$tmp/" ./cmd/tinyhouse
done
echo js/wasm
# shellcheck disable=SC2046
GOOS=js GOARCH=wasm go build $(go list ./engine/... ./protocol/...)
GOOS=js GOARCH=wasm go vet ./cmd/wasm ./engine/internal/search
if [ -n "$all" ]; then
  echo "linux/386, everything"
  GOARCH=386 go build ./...
  echo "with the profile"
  bash scripts/build.sh "$tmp/tinyhouse"
fi

step agreement with other programs
go run ./cmd/tinyhouse perft --depth 4 --verify --log-level error
bash scripts/cross.sh "$positions" 2>"$tmp/cross.log" || { cat "$tmp/cross.log"; exit 1; }

step "all well"
grep -h SKIPPED "$tmp/cross.log" || true
if [ -s "$tmp/skipped" ]; then
  echo "SKIPPED tests:"
  sort -u "$tmp/skipped"
fi
[ -n "$all" ] || echo "NOT RUN, see scripts/check.sh --all: long tests, deep perft, races of solvers and commands, builds for other systems, the web app in a browser."
echo "NOT RUN, see scripts/browser.sh: types of the web app."
