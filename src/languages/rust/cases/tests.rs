//! A file of tests.
use demo::*;
#[test]
fn plain() { run(); }
#[tokio::test]
async fn waits() { run().await; }
#[cfg(not(test))]
fn helper() {}
