package store

const schema = `
CREATE TABLE IF NOT EXISTS users (
  id INTEGER PRIMARY KEY,
  "email" TEXT NOT NULL,
  price NUMERIC(10, 2) DEFAULT (1 + 2),
  PRIMARY KEY (id),
  CONSTRAINT mail UNIQUE (email)
);
-- CREATE TABLE old (id INT);
CREATE VIRTUAL TABLE found USING fts5(title, body, tokenize = 'porter');
CREATE VIEW mails AS SELECT email FROM users;
CREATE INDEX by_email ON users (email);
`

func Open(db DB) {
	db.Exec(schema)
	db.Exec("ALTER TABLE users ADD COLUMN seen INT, ADD CONSTRAINT x CHECK (seen > 0)")
}
