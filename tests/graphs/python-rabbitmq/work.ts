import * as amqp from 'amqplib';

export async function print(message: unknown) { return message; }

export async function main() {
  const connection = await amqp.connect('amqp://localhost');
  const channel = await connection.createChannel();
  await channel.consume('prints', print);
  channel.sendToQueue('mails', Buffer.from('x'));
  channel.sendToQueue('nobody', Buffer.from('x'));
  channel.publish('', 'prints', Buffer.from('x'));
  channel.publish('logs', 'prints', Buffer.from('x'));
}
