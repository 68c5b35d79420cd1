CREATE VIEW members AS SELECT u.id FROM users u JOIN orgs o ON o.id = u.org_id;
WITH users AS (SELECT 1 AS id) SELECT * FROM users;
SELECT total(1), upper('x') FROM missing;
