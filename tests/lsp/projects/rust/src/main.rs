mod price;

fn report() -> u32 {
    price::total(&[price::Book])
}

fn main() {
    let wrong: u32 = 1i64;
    let _ = (wrong, report());
}
