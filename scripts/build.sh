#!/usr/bin/env bash
# Builds the fastest binary: static, optimized by the profile scripts/tinyhouse.pgo, for processors
# since 2013 (GOAMD64=v3: AVX2 and BMI2). The first build takes a minute.
# Usage: [GOOS=... GOARCH=... GOAMD64=v1] scripts/build.sh [FILE]    bin/tinyhouse by default
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-bin/tinyhouse}
CGO_ENABLED=0 GOAMD64=${GOAMD64:-v3} go build -pgo=scripts/tinyhouse.pgo -trimpath -buildvcs=false -ldflags '-s -w' -o "$out" ./cmd/tinyhouse
echo "$out"
