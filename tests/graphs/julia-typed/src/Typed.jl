module Typed
struct Shelf end
lower(c::Char)::Char = c
lower(b::UInt8)::UInt8 = b
store(s::Shelf, key::Symbol) = 1
store(s::Shelf, key::String) = 2
open_shelf(x)::Shelf = build(x)
function use(bytes, any)
  lower('a')
  lower(lower('b'))
  store(any::Shelf, :name)
  store(any::Shelf, "name")
  shelf::Shelf = any
  store(shelf, any)
  store(open_shelf(1), any)
  lower(any)
end
end
