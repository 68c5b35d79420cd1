async fn flow(path: &str) -> Result<u32, Error> {
    let Some(file) = open(path).await? else { return Err(missing()) };
    let total = loop { if done() { break count(&file); } };
    for (i, x) in list().into_iter().enumerate() {
        while let Some(y) = next(x) { if skip(y) { continue; } keep(i, y); }
    }
    if let Ok(n) = parse(path) && ready(n) { keep(n, 1); } else if check() { tidy(); }
    let z = match kind(total) { 1 | 2 => one(), n @ 3..=9 => many(n), _ => 0 };
    unsafe { raw(z) };
    Ok(z as u32)
}
