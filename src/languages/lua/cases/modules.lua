local M = {}
M.version = 1
function M.go(x) return M.help(x) end
M.help = function(x) return x end
local function private() return M.go(1) end
M.alias = private
return M
