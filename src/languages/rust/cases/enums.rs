#[derive(Debug, Clone)]
pub enum Event {
    Quit,
    Move { x: i32, y: i32 },
    Write(String) = 2,
}
impl Event {
    pub const FIRST: Event = Event::Quit;
    pub fn name(&self) -> &str {
        match self {
            Self::Quit => quit(),
            Event::Move { x, .. } if *x > limit() => far(*x),
            Event::Write(text) => text.as_str(),
            _ => "",
        }
    }
}
union Bits { a: u32, b: f32 }
