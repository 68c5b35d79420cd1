package store

func TestOwn(db DB) {
	db.Exec("CREATE TABLE users (id INT, tmp INT)")
	db.Exec("CREATE TABLE only_here (id INT)")
	db.Query("SELECT tmp FROM users")
	db.Query("SELECT body FROM found")
}
