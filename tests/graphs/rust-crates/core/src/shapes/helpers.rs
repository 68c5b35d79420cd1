use crate::shapes::Circle;
pub fn unit() -> Circle { Circle::new(1) }
