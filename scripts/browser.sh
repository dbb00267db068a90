#!/usr/bin/env bash
# Checks the web app: types of the TypeScript, vet of the WebAssembly module, the module in Node, and the app in a browser.
# Installs no browser and no Node: what is missing is named at the end, and the status is 3 then. It fetches the compiler of
# TypeScript from npm.
# Usage: scripts/browser.sh
set -euo pipefail
cd "$(dirname "$0")/.."
case ${1:-} in
  '') ;;
  *) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2; exit 2 ;;
esac
typescript=5.9.3
missing=()
log=$(mktemp)
trap 'rm -f "$log"' EXIT

step() { printf '\n== %s (after %d s)\n' "$*" "$SECONDS"; }

step vet for js/wasm
GOOS=js GOARCH=wasm go vet ./cmd/wasm ./engine/internal/search

step committed page
go test ./cmd/site -run '^TestCommitted$' -count=1

step types
if command -v npx >/dev/null; then
  npx -y -p "typescript@$typescript" tsc -p web
else
  missing+=("npx: the types of web/src were not checked (Debian: npm)")
fi

step module and browser
command -v node >/dev/null || missing+=("node: the module was not run outside of browsers (Debian: nodejs)")
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null ||
  missing+=("chromium: NOTHING WAS TESTED IN A BROWSER (Debian: chromium)")
[ -e web/node_modules/axe-core/axe.min.js ] ||
  missing+=("axe: access was not checked with it (npm --prefix web install --no-save axe-core)")
code=0
go test -v -count=1 -timeout 20m ./cmd/wasm ./cmd/site >"$log" 2>&1 || code=$?
if [ "$code" != 0 ]; then
  grep -v -E '^ *(=== |--- (PASS|SKIP))' "$log"
  exit "$code"
fi
grep -E '^ok|_test\.go:[0-9]+: .*( bytes|answered|targets after)|--- SKIP' "$log"

step "all well"
if [ ${#missing[@]} -gt 0 ]; then
  printf 'MISSING %s\n' "${missing[@]}"
  exit 3
fi
