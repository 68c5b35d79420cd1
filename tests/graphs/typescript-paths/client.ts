import { API } from './paths';

export function load(id: string, name: string) {
  fetch(`/api/items/${id}`);
  fetch(API + '/users');
  fetch(`${API}/posts?page=${id}`);
  /* What is not known is no plain segment, and no host. */
  fetch(`/api/${name}`);
  fetch(`${name}/api/posts`);
}
