#!/usr/bin/env lua
local a, b = 1, "two"
local handlers = {
  open = function(name) return name end,
  ["close"] = function() end,
  size = 3,
}

local function each(list, fn)
  for i, item in ipairs(list) do fn(item, i) end
  for n = 1, #list do handlers.open(list[n]) end
end

each({ 1, 2 }, handlers.open)
each({}, function(x) return x .. b end)
global_name = function() return a end
function global_name_too() return global_name() end
