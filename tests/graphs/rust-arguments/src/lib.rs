pub struct Circle;
impl Circle { pub fn area(&self) {} }
pub struct Other;
impl Other { pub fn area(&self) {} }

pub struct Wrap<T> { value: T }
impl<T> Wrap<T> {
    pub fn of(value: T) -> Wrap<T> { Wrap { value } }
    pub fn new(value: T) -> Self { Self { value } }
    pub fn back(value: T) -> T { value }
    pub fn inner(&self) -> &T { &self.value }
    pub fn again(value: T) -> Self { Self::new(value) }
}

pub fn told_by_arguments(circle: Circle, other: Other) {
    Wrap::of(&circle).inner().area();
    Wrap::new(&circle).inner().area();
    Wrap::new(&other).value.area();
    Wrap::back(&circle).area();
    Wrap::again(other).inner().area();
    Wrap::<Circle>::of(circle).inner().area();
}
