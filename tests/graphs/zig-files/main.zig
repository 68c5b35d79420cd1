const Pool = @import("Pool.zig");
const util = @import("util.zig");
pub fn main(other: anytype) void {
    var pool: Pool = Pool.init();
    _ = pool.get(1);
    var item: Pool.Item = undefined;
    _ = item.first();
    util.run(&pool);
    other.get(1);
}
