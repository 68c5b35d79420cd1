export class Store {
  constructor(private sql: any) {}
  byId(id: number) { return this.sql`SELECT "email" FROM "users" WHERE "id" = ${id}`; }
  dynamic(column: string) { return this.sql(`UPDATE users SET ${column} = 1 WHERE name = 'x'`); }
  move(id: number) { return this.sql("UPDATE users SET org_id = (SELECT id FROM orgs WHERE title = ?) WHERE id = " + id); }
}
export const logged = (db: any) => db.get("SELECT text FROM logs");
