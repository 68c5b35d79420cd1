import amqp from 'amqplib';

function created(message: unknown) { return message; }
function anything(message: unknown) { return message; }
function never(message: unknown) { return message; }

export async function listen(key: string) {
  const channel = await (await amqp.connect('amqp://localhost')).createChannel();
  const users = await channel.assertQueue('users');
  const audit = await channel.assertQueue('audit');
  await channel.bindQueue(users.queue, 'events', 'user.*');
  await channel.bindQueue(audit.queue, 'events', 'user.#');
  await channel.bindQueue('orders', 'events', 'order.made');
  await channel.bindQueue('orders', 'events', key);
  channel.consume(users.queue, created);
  channel.consume(audit.queue, anything);
  channel.consume('orders', never);
}
