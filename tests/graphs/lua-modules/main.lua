local Counter = require("counter")

local function run()
  local counter = Counter.new(1)
  counter:add(2)
  return counter:get()
end

print(run())
