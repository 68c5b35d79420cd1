pub trait Shape: Base {
    const SIDES: u32;
    type Unit;
    fn area(&self) -> u32;
    fn twice(&self) -> u32 { self.area() * 2 }
}
impl<T: Shape + ?Sized> Shape for Box<T> {
    const SIDES: u32 = T::SIDES;
    type Unit = T::Unit;
    fn area(&self) -> u32 { (**self).area() }
}
fn all(shapes: &[Box<dyn Shape>]) -> u32 { shapes.iter().map(|s| s.area()).sum() }
fn one(s: impl Shape) -> u32 { <_ as Shape>::area(&s) }
