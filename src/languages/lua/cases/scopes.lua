local name = 1
do
  local name = outer(name)
  use(name)
end
use(name)
local function shadow(name) return use(name) end
if check(name) then local z = 1; use(z) elseif other() then use(2) else use(3) end
