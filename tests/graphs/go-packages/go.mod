module example.com/shop

require example.com/forked v1.0.0

replace example.com/forked => ./fork
