"""SELECT email FROM users is how it was done before."""
from texts import BY_EMAIL, NOTHING

PURGE = "DELETE FROM audit WHERE line = ''"


class Store:
    TOUCH = "UPDATE users SET last_seen = now() WHERE id = ?"

    def find(self, email):
        return self.db.execute(BY_EMAIL, (email,))

    def touch(self, key):
        self.db.execute(self.TOUCH, (key,))

    def rename(self, key, name):
        self.db.execute("UPDATE users SET name = %s WHERE id = %s", (name, key))

    def joined(self):
        return self.db.execute(
            "SELECT u.email, title, name, u.nothing "
            "FROM users u JOIN orgs o ON o.id = u.org_id")

    def into(self, table):
        self.db.execute(f"INSERT INTO {table} (email) VALUES (1)")
        self.db.execute(f"INSERT INTO audit (line) VALUES ({table})")
        self.db.execute("SELECT email FROM users_%s" % table)

    def counted(self):
        return self.db.execute("""
            WITH audit AS (SELECT email AS line FROM users)
            SELECT line FROM audit
        """)

    def said(self):
        print("Select a name from users, please")
        print("select name from users")
        # "SELECT name FROM users"
        print("Please SELECT email FROM users")
        return NOTHING


def purge(db):
    db.execute(PURGE)
