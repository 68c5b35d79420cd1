module Stock
abstract type Held end
struct Shelf <: Held
  items::Vector{Int}
end
struct Bin <: Held
  count::Int
end
Base.push!(s::Shelf, x) = fill(s, x)
Base.push!(b::Bin, x) = b
Base.length(h::Held) = 1
fill(s::Shelf, x) = push!(s.items, x)
function use(other)
  made = Shelf([])
  push!(made, 1)
  length(made)
  push!(other, 2)
end
end
