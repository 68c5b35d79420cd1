print "plain"
print [[long]]
print { 1, make() }
local s = 'it\'s'
local t = "a" .. tostring(make()) .. "b"
