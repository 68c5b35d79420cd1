pub fn zone() void {}
