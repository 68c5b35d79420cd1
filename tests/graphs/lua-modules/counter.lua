-- A counter.
local util = require("lib.util")

local Counter = {}
Counter.__index = Counter

--- Makes one.
function Counter.new(start)
  local self = setmetatable({}, Counter)
  self.count = util.number(start)
  return self
end

function Counter:add(by)
  self.count = self.count + (by or 1)
  return self:get()
end

Counter.get = function(self) return self.count end

return Counter
