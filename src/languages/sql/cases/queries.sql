WITH recent AS (SELECT * FROM orders) SELECT count(*), total(id) FROM recent r JOIN users USING (id);
SELECT (SELECT max(id) FROM users);
UPDATE users SET name = upper(name) WHERE id IN (SELECT id FROM old);
DELETE FROM users;
CREATE PROCEDURE p() LANGUAGE sql AS $$ INSERT INTO users VALUES (1) $$;
CREATE TABLE broken (
