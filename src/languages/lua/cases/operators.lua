local a = one() .. two()
local b = not three() and four() or five()
local c = #six() + -seven() ^ 2
local d = one() == two()
local e = box.size // 2 << 1
