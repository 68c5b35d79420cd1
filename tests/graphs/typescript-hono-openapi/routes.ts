import { createRoute } from '@hono/zod-openapi';

export const list = createRoute({ method: 'get', path: '/pets', responses: {} });
export function path() {
  return '/made';
}
export const app = { openapi(route: unknown, handler: unknown) {} };
