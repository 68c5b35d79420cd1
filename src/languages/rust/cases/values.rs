//! Expressions and what they give.
fn values(x: &Thing, cb: impl Fn(&Thing) -> u32) -> Result<u32, Error> {
    let a = x.first()?.second().await;
    let b = Thing::<u8>::with(a).parse::<Foo>();
    let c = <Thing as Make>::make();
    let d = Point { x: 1, y, ..Default::default() };
    let e = if a { x.one() } else { x.two() };
    let f = [d, d][0];
    let g = &mut (*x).field;
    let h = |t: &Thing, n| t.count(n);
    let i = vec![Thing::new(), x.clone()];
    let j = x as *const Other;
    x.field = unsafe { make() };
    x.total += i.len();
    let k = x.list[1..].iter().map(|it| it.name());
    let l = loop { break x.three(); };
    cb(x);
    return Ok(h(x, 1));
}
