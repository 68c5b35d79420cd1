fn run(xs: Vec<u32>) -> impl Fn(u32) -> u32 {
    let scale = 2;
    let add = move |a: u32| -> u32 { keep(a * scale) };
    xs.iter().filter(|x| odd(**x)).for_each(|&x| { keep(x); });
    let f: fn(u32) -> u32 = twice;
    f(add(1));
    (|| keep(2))();
    add
}
