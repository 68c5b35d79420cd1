module example.com/given

go 1.22
