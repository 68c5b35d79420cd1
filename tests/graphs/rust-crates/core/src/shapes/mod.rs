pub mod helpers;
pub mod square;
use super::util;
pub struct Circle { pub radius: u32 }
impl Circle {
    pub fn new(radius: u32) -> Self { Circle { radius: util::twice(radius) } }
    pub fn grow(&self) -> square::Square { square::Square::of(self) }
}
