limit <- 10
total = limit + 1
5 -> five
counter <<- 0
add <- function(a, b = limit) a + b
twice = function(x) { add(x, x) }
short <- \(x) twice(x)
add(1, 2) -> sum
names(limit) <- twice("a")
