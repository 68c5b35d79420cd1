module Plane
import Base: isempty, length
include("figures.jl")
include("Shapes/Shapes.jl")
const Ring = Plane.Shapes.Circle
end
