pub fn show(circle: &shapes::Circle) { circle.grow(); helper(); }
fn helper() {}
#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn shows() { show(&shapes::unit()); }
}
