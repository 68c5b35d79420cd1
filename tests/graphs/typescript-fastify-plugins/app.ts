import Fastify from 'fastify';
import autoload from '@fastify/autoload';
import { join } from 'node:path';

interface Params { id: string }
const app = Fastify();

app.get<{ Params: Params }>('/things/:id', show);
app.get('/options', { handler: show });
app.route({ method: ['PUT', 'PATCH'], url: '/both', handler: async () => show() });
app.register(async (inner) => {
  inner.get('/mine', show);
}, { prefix: '/private' });
app.register(autoload, { dir: join(import.meta.dirname, 'routes') });

function show() {}
