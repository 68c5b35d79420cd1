local M = {}

local function check(value)
  if type(value) ~= "number" then error("no number") end
  return value
end

function M.number(value) return check(value) end

return M
