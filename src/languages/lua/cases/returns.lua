local function pair() return 1, make() end
local a, b = pair()
local c = (pair())
local d, e, f = 1, pair()
x, y = y, x
return a and b or c
