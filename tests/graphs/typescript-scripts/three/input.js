twice();
local();
