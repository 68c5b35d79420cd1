package store

type users struct{ title string }

func Add(db DB)  { db.Exec("INSERT INTO users (email, seen) VALUES (?, ?)") }
func Find(db DB) { db.Query("SELECT body FROM found WHERE title MATCH ?") }
func Mails(db DB) { db.Query("SELECT COUNT(*) FROM mails") }

func Made(db DB, name string) { db.Exec("CREATE TABLE " + name + " (id INT)") }
func Part(db DB)              { db.Exec("CREATE TABLE log_%s (id INT)") }
func Words() string           { return "create table users (optional)" }
func More() string            { return "Create table orders (id INT)" }
func None(db DB)              { db.Query("SELECT id FROM orders") }
func Old(db DB)               { db.Query("SELECT id FROM old") }

// The type of that name is no table.
func Plain(u users) string { return u.title }
