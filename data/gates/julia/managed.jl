# A Julia that fathom starts itself, with the project's Project.toml. Ends when its
# input does. Written to the protocol as its gate is, and never run by its authors.
include(joinpath(@__DIR__, "FathomGate.jl"))
FathomGate.serve(name = ARGS[1], show = false)
read(stdin)
