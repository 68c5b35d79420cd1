abstract type Shape end
struct Square{T} <: Shape
    side::T
    Square(side) = new(side)
end
mutable struct Box
    inside
    count::Int
end
const LIMIT = 10
total = 0
area(s::Square) = times(s.side, s.side)
area(b::Box)::Int = area(b.inside)
