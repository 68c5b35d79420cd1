#' Runs it.
#' @export
run <- function(xs, ...) {
  for (x in list_of(xs)) keep(x)
  while (ready(xs)) step()
  repeat { if (done()) break }
  ys <- sapply(xs, function(y) twice(y))
  inner <- function(z) keep(z)
  inner(ys[[1]])
  xs |> keep() |> twice()
  tryCatch(risky(), error = function(e) note(e))
  switch(kind(xs), a = keep(1), b = { keep(2) })
  if (check(xs)) keep(1) else return(keep(2))
  invisible(keep(xs))
}
