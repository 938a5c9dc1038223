module first

go 1.21
