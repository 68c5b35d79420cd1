first <- function(x) second(x) + stats::sd(x)
