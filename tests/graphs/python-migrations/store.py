def mails(db):
    return db.execute("SELECT id, email, age FROM users")


def names(db):
    return db.execute("SELECT name FROM tags")


def shown(db):
    return db.execute("SELECT header FROM shown")
