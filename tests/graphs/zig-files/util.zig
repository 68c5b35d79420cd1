const Pool = @import("Pool.zig");
pub fn run(pool: *Pool) void { _ = pool.get(2); get(3); }
const trace = @import("trace");
const other = @import("other");
pub fn traced() void { trace.zone(); other.zone(); }
