pub async fn emails(pool: &Pool) -> Vec<String> {
    sqlx::query!("SELECT email FROM users WHERE name = $1", "x").fetch_all(pool).await
}
pub fn wipe(c: &Conn) { c.execute(r#"DELETE FROM audit"#, []); }
