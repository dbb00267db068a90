#!/usr/bin/env bash
# Checks the web app: types of the TypeScript, vet of the WebAssembly module, the module in Node, and the app in a browser.
# Needs Debian's chromium, nodejs and npm; the compiler of TypeScript, axe and web-vitals come from npm. What is missing is named at the
# end, and the status is 3 then. A test that fails is repeated once, alone: a second failure counts.
# Usage: scripts/browser.sh [--install]
#        --install   first install what is missing (as root, with apt-get)
set -euo pipefail
cd "$(dirname "$0")/.."
install=
case ${1:-} in
  '') ;;
  --install) install=1 ;;
  *) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" >&2; exit 2 ;;
esac
tools=(typescript@5.9.3 axe-core@4.14.1 web-vitals@6.2.3) # the only place with these versions
missing=()
log=$(mktemp)
trap 'rm -f "$log"' EXIT

step() { printf '\n== %s (after %d s)\n' "$*" "$SECONDS"; }

# has COMMAND...: whether one of the commands is there.
has() { command -v "$@" >/dev/null; }

has_chromium() { has chromium || has chromium-browser || has google-chrome; }

# tests FLAG...: runs the browser's tests and those of the module, and keeps what they print.
tests() { go test -v -count=1 -p 1 -timeout 40m "$@" ./cmd/wasm ./cmd/site >"$log" 2>&1; }

# failed: prints what failed, without the tests that passed.
failed() { grep -v -E '^ *(=== |--- (PASS|SKIP))' "$log" || true; }

if [ -n "$install" ]; then
  step install
  packages=()
  has_chromium || packages+=(chromium)
  has node || packages+=(nodejs)
  has npm || packages+=(npm)
  if [ ${#packages[@]} -gt 0 ]; then
    echo "apt-get install ${packages[*]}"
    { timeout 600 apt-get -q update && DEBIAN_FRONTEND=noninteractive timeout 1200 apt-get -q -y install --no-install-recommends "${packages[@]}"; } \
      >"$log" 2>&1 </dev/null || { tail -n 20 "$log"; echo "could not install ${packages[*]}"; }
  fi
fi

step tools
for tool in "${tools[@]}"; do
  grep -qs "\"version\": \"${tool#*@}\"" "web/node_modules/${tool%@*}/package.json" && continue
  if ! has npm || ! timeout 300 npm --prefix web install --no-save --no-audit --no-fund --loglevel error "${tools[@]}" </dev/null; then
    missing+=("npm or its registry: ${tools[*]} are not installed")
  fi
  break
done

step vet for js/wasm
GOOS=js GOARCH=wasm go vet ./cmd/wasm ./engine/internal/search

step committed page
go test ./cmd/site -run '^TestCommitted$' -count=1

step types
if [ -e web/node_modules/typescript/bin/tsc ] && has node; then
  node web/node_modules/typescript/bin/tsc -p web
else
  missing+=("typescript or node: THE TYPES OF web/src WERE NOT CHECKED (Debian: npm, nodejs)")
fi

step module and browser
has node || missing+=("node: the module was not run outside of browsers (Debian: nodejs)")
has_chromium || missing+=("chromium: NOTHING WAS TESTED IN A BROWSER (Debian: chromium)")
[ -e web/node_modules/axe-core/axe.min.js ] || missing+=("axe: access was not checked with it")
if ! tests; then
  failed
  again=$(grep -E -o '^--- FAIL: [^ /]+' "$log" | sed 's/.*: //' | sort -u | paste -s -d '|' || true)
  if [ -z "$again" ] || grep -q '^panic: ' "$log"; then exit 1; fi # a build that fails, or tests that did not run
  step "once more: $again"
  tests -run "^($again)\$" || { failed; exit 1; }
  echo "FLAKY: $again failed once and passed alone"
fi
grep -E '^ok|_test\.go:[0-9]+: .*( bytes|answered|at most|NOT CHECKED)|--- SKIP' "$log"

step "all well"
if [ ${#missing[@]} -gt 0 ]; then
  printf 'MISSING %s\n' "${missing[@]}"
  exit 3
fi
