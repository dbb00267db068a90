# A static binary in an empty image:
#
#	docker build -t tinyhouse .
#	docker run --rm -i tinyhouse                                # speaks UCI
#	docker run --rm tinyhouse bench
#	docker run --rm -v "$PWD:/data" -w /data -u "$(id -u)" tinyhouse solve --variant thinchess8 --out thinchess8.tht
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN GOAMD64=v1 bash scripts/build.sh /tinyhouse

FROM scratch
COPY --from=build /tinyhouse /tinyhouse
USER 65534:65534
ENTRYPOINT ["/tinyhouse"]
