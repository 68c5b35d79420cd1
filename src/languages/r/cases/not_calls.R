keep <- 1
show_it <- function(keep) keep + 1
x <- list(keep = 2, "keep")
x$keep
x[["keep"]]
`odd name` <- function() keep
`odd name`()
