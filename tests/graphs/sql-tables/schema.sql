CREATE TABLE orgs (id INT PRIMARY KEY, name TEXT);
CREATE TABLE users (id INT PRIMARY KEY, org_id INT REFERENCES orgs (id));
CREATE FUNCTION total(a INT) RETURNS INT AS $$ SELECT count(id) FROM users WHERE org_id = a; $$ LANGUAGE sql;
