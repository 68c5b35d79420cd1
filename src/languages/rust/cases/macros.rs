//! What macros are given is read as expressions.
macro_rules! ok {
    ($e:expr) => { $e.unwrap() };
}
fn tokens(s: &Self_, v: Vec<u8>) {
    println!("{} {}", s.name(), util::join(&v, s.sep));
    assert_eq!(s.a::<u8>().b(1, 2)?, crate::x::y(), "{}", text);
    ok!(self.deep[0].value());
    write!(f, "{x}", x = s.list.0.first()).unwrap();
    let list = vec![Foo::new(1), Foo { a: s.inner() }.build()];
    debug!(|a, b: u8| a.call(b));
    matches!(s.kind(), Kind::A(..) | Kind::B if s.test());
    log::trace!(
        // a comment, with signs
        target: "x", "{:?}", s.outer(nested!(s.inside()))
    );
}
