#!/usr/bin/env bash
# Everything that has to hold before a change goes in, in some minutes on two cores:
# format, vet, tests, races, debug assertions, the builds that users need, and the
# agreement with other programs. Stops at the first thing that does not hold.
# Usage: scripts/check.sh
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

step() { printf '\n== %s (after %ds)\n' "$*" "$SECONDS"; }

# existing PACKAGE...: those that are there already.
existing() { for p in "$@"; do if compgen -G "$p/*.go" >/dev/null; then echo "./$p"; fi; done; }

step format
unformatted=$(git ls-files -co --exclude-standard '*.go' | while read -r f; do [ -e "$f" ] && gofmt -l "$f"; done)
[ -z "$unformatted" ] || { echo "gofmt would change:"; echo "$unformatted"; exit 1; }

step vet
go vet ./...
go vet -tags debug ./engine/...

step tests
go test ./...

step perft as deep as the suites go
go test ./engine/perft -run '^TestSuites$' -full

step races
# shellcheck disable=SC2046
go test -race -short $(existing engine engine/internal/tt engine/internal/search protocol protocol/uci protocol/client protocol/match protocol/usi protocol/ucci protocol/xboard tb tb/embedded solver/retro solver/verify solver/proof solver/internal/keys cmd/tinyhouse/internal/analyze cmd/tinyhouse/internal/play)
go test -race -short -timeout 30m ./cmd/tinyhouse # alone: it looks at the clock

step debug assertions
# shellcheck disable=SC2046
go test -short -tags debug $(existing engine/board engine/perft engine/notation engine)

step builds
for system in linux/amd64 linux/arm64 windows/amd64 windows/arm64 darwin/amd64 darwin/arm64; do
  echo "$system"
  CGO_ENABLED=0 GOOS=${system%/*} GOARCH=${system#*/} go build -trimpath -o "$out/" ./cmd/tinyhouse
done
echo "linux/386, everything"
GOARCH=386 go build ./...
echo js/wasm
# shellcheck disable=SC2046
GOOS=js GOARCH=wasm go build $(go list ./engine/... ./protocol/...)
echo "with the profile"
bash scripts/build.sh "$out/tinyhouse"

step agreement with other programs
go run ./cmd/tinyhouse perft --depth 4 --verify --log-level error
bash scripts/cross.sh 50

step all well
