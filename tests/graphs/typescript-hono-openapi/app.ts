import { OpenAPIHono, createRoute } from '@hono/zod-openapi';
import * as routes from './routes';

const app = new OpenAPIHono();
const remove = createRoute({ method: 'delete', path: '/pets/{id}', responses: {} });
app.openapi(routes.list, list).openapi(remove, drop);
app.on(['PUT', 'PATCH'], '/pets', list);

function list(c: any) {}
function drop(c: any) {}

// No route: a path that nobody can tell, and another object.
app.openapi(createRoute({ method: 'get', path: routes.path() }), list);
routes.app.openapi(remove, drop);
