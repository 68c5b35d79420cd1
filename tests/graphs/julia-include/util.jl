sq(x) = x * x
function go(a::Int, b=2)
  return sq(a) + b
end
