module example.com/muxes

go 1.22
