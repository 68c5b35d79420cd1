import request from 'supertest';
import { app } from './server';

it('removes', async () => {
  await request(app).delete('/users/7');
});
