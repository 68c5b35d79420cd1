module example.com/project

go 1.21

require example.org/kit v1.2.0
