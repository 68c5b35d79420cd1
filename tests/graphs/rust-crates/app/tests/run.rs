mod common;
#[test]
fn runs() { common::setup(); shapes::unit().grow(); }
