fun emails(db: Db) = db.query("""
  select email from users where id = :id
""")
