package store

func Hidden(db DB) { db.Query("SELECT id FROM only_here") }
