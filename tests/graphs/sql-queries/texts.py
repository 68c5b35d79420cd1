BY_EMAIL = "SELECT id, name FROM users WHERE email = ?"
NOTHING = "SELECT name FROM strangers"
