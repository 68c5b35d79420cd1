import { list } from '../../../lib/posts';

export async function GET(request: Request) {
  return list();
}

export const POST = async (request: Request) => list();

/* No method of a request: only the names that the framework knows are routes. */
export function helper() {
  return list();
}
