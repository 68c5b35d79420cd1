package store

const getUser = `-- name: GetUser :one
SELECT id, email FROM users
WHERE id = $1 LIMIT 1
`

type Queries struct{ db DB }

func (q *Queries) GetUser(id int) Row { return q.db.QueryRow(getUser, id) }

func (q *Queries) Upsert(email string) {
	q.db.Exec(`INSERT INTO users (email, name) VALUES ($1, $2)
		ON CONFLICT (email) DO UPDATE SET name = excluded.name RETURNING id`, email)
}
