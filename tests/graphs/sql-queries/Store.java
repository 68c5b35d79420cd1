class Store {
  private static final String ALL = "SELECT email " +
      "FROM users";
  Object all(Db db) { return db.query(ALL); }
  void drop(Db db) { db.run("delete from orgs where title = ?"); }
}
