export const mails = (db) => db.query('SELECT id, email, age, phone FROM users');
export const orgs = (db) => db.query('UPDATE orgs SET title = ?, city = ? WHERE id = ?');
export const posts = (db) => db.query('SELECT body, created_at FROM posts');
export const chairs = (db) => db.query('SELECT legs FROM chairs');
export const rooms = (db) => db.query('SELECT four FROM rooms');
