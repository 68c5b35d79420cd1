second <- function(first) { first(1); obj$third(2) }
third <- function() NULL
