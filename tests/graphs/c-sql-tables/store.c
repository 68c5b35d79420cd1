static const char *schema =
    "CREATE TABLE notes("
    "  id INTEGER,"
    "  body TEXT"
    ");"
    "CREATE TABLE tags(name TEXT);";

int make(void *db) { return exec(db, schema); }
int read(void *db) { return exec(db, "SELECT body FROM notes WHERE id=?"); }
int tag(void *db) { return exec(db, "INSERT INTO tags(name) VALUES(?)"); }
int gone(void *db) { return exec(db, "DELETE FROM links"); }
