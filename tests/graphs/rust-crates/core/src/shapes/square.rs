use super::Circle;
pub struct Square(u32);
impl Square {
    pub fn of(circle: &Circle) -> Square { Square(circle.radius) }
    pub fn side(&self) -> u32 { self.0 }
}
