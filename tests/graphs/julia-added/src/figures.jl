abstract type Figure end
struct Path <: Figure
  steps::Vector{Int}
  Path() = new([])
  Path{T}(steps) where {T} = new(steps)
end
isempty(p::Path) = isempty(p.steps)
Base.push!(p::Path, step) = push!(p.steps, step)
Base.eltype(::Type{<:Path}) = Int
area(f::Figure) = error("none")
area(f::Figure, ::Int; scale=1) = scale * area(f)
# What is known to be a path is; what nobody knows, or a list, is the library's.
function walk(p::Path, list::Vector{Int}, other)
  isempty(p)
  isempty(list)
  isempty(other)
  length(p)
  push!(other, 1)
  eltype(other)
  push!(Path(), 2)
  Path{Int}(list)
end
