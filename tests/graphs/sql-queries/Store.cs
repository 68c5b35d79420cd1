class Store {
  object Emails(Db db, int id) => db.Query($"SELECT email FROM dbo.users WHERE id = {id}");
  void Add(Db db) => db.Run(@"INSERT INTO [orgs] ([title]) VALUES (@title)");
}
