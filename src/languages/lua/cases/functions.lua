-- Adds.
function add(a, b, ...) return a + b + select("#", ...) end
local function twice(x) return add(x, x) end
local short = function(x) return twice(x) end
add.more = 1
print(add(1, 2), short(3))
