module tinyhouse

go 1.26
