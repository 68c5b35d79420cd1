# An R that fathom starts itself, in the project's folder: its .Rprofile, and so
# renv, is read as always.
local({
  words <- commandArgs(FALSE)
  folder <- dirname(sub("^--file=", "", grep("^--file=", words, value = TRUE)[1]))
  source(file.path(folder, "fathom_gate.R"), local = globalenv())
})
fathom_serve(name = commandArgs(TRUE)[1], show = FALSE, block = TRUE)
