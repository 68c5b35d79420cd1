library(dplyr)
source("util.R")
x <- 3
f <- function(a, b = 2, ...) { y <- g(a); stats::sd(y); obj$run(1); lapply(xs, function(i) h(i)); for (k in 1:3) use(k); return(y) }
h = \(z) z + 1
setClass("P", representation(x = "numeric"))
f(1) |> g()
