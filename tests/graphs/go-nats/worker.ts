import { connect } from 'nats';

export async function main() {
  const nc = await connect({ servers: 'localhost' });
  const sub = nc.subscribe('user.created');
  for await (const message of sub) seen(message);
  nc.publish('jobs', '');
}

function seen(message: unknown) { return message; }
