pub opaque type Box(a) { Box(inner: a) }
pub type Pair = #(Int, Box(Int))
@external(erlang, "m", "f")
pub fn ext(a: Int) -> Int
