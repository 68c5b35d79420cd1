macro_rules! make {
    ($name:ident) => { fn $name() -> u32 { helper() } };
}
make!(made);
fn run() {
    println!("{} {}", made(), twice(2));
    let v = vec![one(), two()];
    assert_eq!(made(), v[0], "not {}", name());
    dbg!(keep(&v));
}
