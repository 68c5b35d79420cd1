module M
using A.B: c
import D
include("util.jl")
const X = 1
struct P <: Q; a::Int; b; end
function f(a::Int, b=2; k=3) where T
  y = g(a); h.(y); M2.run(y); map(x -> q(x), y)
  for i in 1:3; use(i); end
  return y
end
sq(x) = x * x
macro mm(e) end
@mm f(1)
abstract type Q end
end
