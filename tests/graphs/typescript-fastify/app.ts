import Fastify, { FastifyInstance } from 'fastify';
import users from './users';
import { health } from './health';

const app = Fastify({ logger: true });

app.register(users, { prefix: '/users' });
app.get('/health', health);
app.route({ method: ['GET', 'HEAD'], url: '/ready', handler: health });

export function more(server: FastifyInstance, cache: Map<string, unknown>) {
  server.post('/more', { schema: {} }, health);
  // No route: a map is asked for what it holds.
  cache.get('/more');
}
