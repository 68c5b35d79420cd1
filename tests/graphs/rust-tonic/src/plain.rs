// a trait of the project with the same name, in a file that does not use the package
pub trait Greeter {
    fn say_hello(&self);
}

pub struct Other {}

impl Greeter for Other {
    fn say_hello(&self) {}
}
