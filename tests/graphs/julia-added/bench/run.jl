using Plane
measure(f) = area(f)
round_one() = area(Ring(1.0))
half(f::G) where {G<:Figure} = Plane.area(f, 2; scale=3)
either(c::Union{Circle,Path}) = area(c)
function ours(area)
  area(1)
end
only(c::Path) = area(c)
