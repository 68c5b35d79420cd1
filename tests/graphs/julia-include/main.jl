include("util.jl")
struct P; a::Int; end
function run(sq)
  y = go(1)
  sq(2)
  p = P(3)
  map(go -> go(4), y)
  Other.go(5)
  for each in y; each(6); end
end
each(x) = run(x)
