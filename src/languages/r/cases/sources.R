source("util.R")
source(file.path("a", "b.R"))
library(stats)
stats::sd(1)
dplyr:::hidden(x)
box$open(1)
box@slot
if (interactive()) source("more.R")
