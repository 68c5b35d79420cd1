CREATE TABLE IF NOT EXISTS shop.orders (
  id BIGSERIAL,
  user_id INT,
  CONSTRAINT fk_user FOREIGN KEY (user_id) REFERENCES users (id)
);
ALTER TABLE shop.orders ADD COLUMN note TEXT;
INSERT INTO shop.orders (user_id) SELECT id FROM users;
UPDATE users SET name = 'x' WHERE id = 1;
DELETE FROM shop.orders WHERE user_id IN (SELECT id FROM users);
DROP TABLE old;
