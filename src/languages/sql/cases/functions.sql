CREATE FUNCTION add_one(n INT) RETURNS INT AS $$ SELECT n + 1 $$ LANGUAGE sql;
CREATE TYPE mood AS ENUM ('sad', 'ok');
WITH recent AS (SELECT id FROM orders) SELECT add_one(id) FROM recent;
-- What is left.
CREATE TABLE rest (mood mood, at TIMESTAMP DEFAULT now());
