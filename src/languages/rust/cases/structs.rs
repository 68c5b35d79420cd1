/// A point.
pub struct Point<T = f32> where T: Copy { pub x: T, y: T }
struct Pair(u32, pub u32);
struct Unit;
static mut COUNT: u32 = 0;
const LIMIT: usize = size();
type Points = Vec<Point>;
impl<T: Copy> Point<T> {
    fn new(x: T, y: T) -> Self { Self { x, y } }
    fn flip(self) -> Point<T> { Point { x: self.y, ..self.copy() } }
}
fn make() -> Pair { let p = Pair(1, 2); keep(p.0); Pair { 0: 1, 1: two() } }
