pub fn go() void {}
pub const Shape = struct {
    r: f64,
    pub fn init(r: f64) Shape { return Shape{ .r = r }; }
    pub fn area(self: *const Shape) f64 { return square(self.r); }
    fn square(x: f64) f64 { return x * x; }
};
