#!/usr/bin/env bash
# Builds the program as it is meant to be used: static, for today's processors (GOAMD64=v3:
# AVX2 and BMI2, since 2013), inlined by a profile. Everything is compiled anew the first
# time, which takes a minute; `go build ./cmd/tinyhouse` is quicker to build and a little
# slower to run.
# Usage: scripts/build.sh [FILE], bin/tinyhouse unless told. GOOS, GOARCH and GOAMD64 count.
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-bin/tinyhouse}
CGO_ENABLED=0 GOAMD64=${GOAMD64:-v3} go build -pgo=scripts/tinyhouse.pgo -trimpath -ldflags '-s -w' -o "$out" ./cmd/tinyhouse
echo "$out"
