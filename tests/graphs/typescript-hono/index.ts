import { Hono } from 'hono';
import books from './books';
import { Store } from './store';

const app = new Hono().basePath('/api');
const store = new Store();

app.use('*', async (c, next) => { await next(); });
app.get('/', (c) => c.json(load()));
app.route('/books', books);

// No route: another object.
store.get('/books', load);

function load() { return []; }

export default app;
