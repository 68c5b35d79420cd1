//! Methods: of the type, of traits, by default, through bounds and pointers.
use std::ops::Deref;
mod far;

pub trait Shape {
    type Unit;
    fn area(&self) -> Self::Unit;
    fn name(&self) -> String { self.label() }
    fn label(&self) -> String;
    fn make() -> Self where Self: Sized;
}
pub trait Loud: Shape { fn shout(&self) { self.area(); } }

pub struct Meter(u32);
impl Meter { fn round(&self) -> u32 { self.0 } }
#[derive(Clone)]
pub struct Square { side: Meter }
impl Square {
    fn grow(&mut self) -> &mut Self { self }
    fn label(&self) -> String { String::new() }
}
impl Shape for Square {
    type Unit = Meter;
    fn area(&self) -> Self::Unit { Meter(1) }
    fn label(&self) -> String { self.grow_label() }
    fn make() -> Self { Square { side: Meter(2) } }
}
impl Loud for Square {}

pub struct Guard { inner: Square }
impl Deref for Guard {
    type Target = Square;
    fn deref(&self) -> &Square { &self.inner }
}

impl From<u32> for Meter { fn from(n: u32) -> Meter { Meter(n) } }
impl From<Square> for Meter { fn from(s: Square) -> Meter { s.side } }

fn concrete(mut square: Square) {
    square.grow().grow();
    square.label();
    square.name();
    square.area().round();
    square.shout();
    square.clone();
    Square::make().grow_label();
    <Square as Shape>::label(&square);
    Shape::label(&square);
    Meter::from(square);
    Meter::from(1u32);
}
fn bounded<S: Shape<Unit = Meter> + Loud>(shape: &S, other: &dyn Loud, any: impl Shape) {
    shape.area().round();
    shape.shout();
    other.name();
    any.label();
    S::make();
}
fn pointers(guard: Guard, boxed: Box<Square>, shared: std::rc::Rc<std::cell::RefCell<Square>>) {
    guard.grow_label();
    boxed.grow_label();
    shared.borrow_mut().grow();
    guard.unknown();
}
