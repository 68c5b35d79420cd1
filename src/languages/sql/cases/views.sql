CREATE TABLE users (id INT PRIMARY KEY, name TEXT NOT NULL, team_id INT REFERENCES teams(id));
CREATE VIEW active AS SELECT u.id, u.name FROM users u JOIN teams t ON t.id = u.team_id WHERE u.name <> '';
CREATE INDEX users_name ON users (name);
CREATE MATERIALIZED VIEW totals AS SELECT team_id, count(*) FROM users GROUP BY team_id;
