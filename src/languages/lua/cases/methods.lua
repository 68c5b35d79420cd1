local box = { items = {} }
function box:add(x) self.items[#self.items + 1] = x; return self end
function box.count() return #box.items end
box:add(1):add(2)
box.count()
local other = box
other:add(3)
unknown:go();
("text"):upper()
