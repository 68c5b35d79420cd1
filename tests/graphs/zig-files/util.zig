const Pool = @import("Pool.zig");
pub fn run(pool: *Pool) void { _ = pool.get(2); get(3); }
