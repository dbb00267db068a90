#!/usr/bin/env bash
# Makes scripts/tinyhouse.pgo anew: the profile by which scripts/build.sh lets the compiler
# inline what is hot (benchmarks of perft, search and solver). Run it with nothing else running, and
# commit the result with the figures it brings.
# Usage: scripts/profile.sh
set -euo pipefail
cd "$(dirname "$0")/.."
export GOAMD64=v3
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go test -run '^$' -bench '^BenchmarkPerft$' -benchtime 3s -cpuprofile "$tmp/perft.prof" -o "$tmp/board.test" ./engine/board
go test -run '^$' -bench '^BenchmarkSearch$' -benchtime 5s -cpuprofile "$tmp/search.prof" -o "$tmp/search.test" ./engine/internal/search
go test -run '^$' -bench '^BenchmarkSolve$' -benchtime 3s -cpuprofile "$tmp/solve.prof" -o "$tmp/solve.test" ./solver/retro
go tool pprof -proto "$tmp/perft.prof" "$tmp/search.prof" "$tmp/solve.prof" >scripts/tinyhouse.pgo 2>"$tmp/log"
ls -l scripts/tinyhouse.pgo
