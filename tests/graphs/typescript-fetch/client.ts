import axios from 'axios';
import { fetch as other } from './other';

const api = axios.create({ baseURL: '/api' });

export async function load(id: string) {
  await fetch('/api/items');
  await fetch('/api/items', { method: 'POST' });
  await axios.get('http://localhost:3000/api/items/7?full=1');
  await api.post('/items');
  await fetch('/api/items/' + id);
  // No link: nobody answers that, another machine does, nothing is known of the path, a function of our own.
  await fetch('/api/nothing');
  await axios.get('https://example.com/api/items');
  await fetch(id + '/api/items');
  other('/api/items');
}
