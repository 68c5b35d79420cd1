module Shapes
using ..Plane
import ..Plane: area, Figure
struct Circle <: Figure
  radius::Float64
end
Circle(n::Int, m::Int) = Circle(n / m)
Plane.area(c::Circle) = c.radius
end
