import { withAuth, remove } from '../../../../lib/posts';

async function handler(request: Request) {
  return remove();
}
export { handler as PUT, handler as PATCH };
export const DELETE = withAuth(remove);
