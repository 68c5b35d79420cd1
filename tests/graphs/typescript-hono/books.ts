import { Hono } from 'hono';

const books = new Hono();

const routes = books
  .get('/', list)
  .post('/:id', list);

function list(c: unknown) { return c; }

export default books;
