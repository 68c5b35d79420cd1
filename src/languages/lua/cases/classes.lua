local Shape = {}
Shape.__index = Shape

function Shape.new(side)
  local self = setmetatable({}, Shape)
  self.side = side
  return self
end

function Shape:area() return self.side * self:scale() end
function Shape:scale() return 1 end

local Square = setmetatable({}, { __index = Shape })
function Square:area() return Shape.area(self) end

return { Shape = Shape, Square = Square }
