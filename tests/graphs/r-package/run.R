source("R/b.R")
second(1)
first(2)
