import amqp, { Channel } from 'amqplib';

export async function publish(channel: Channel, key: string) {
  channel.publish('events', 'user.made', Buffer.from('1'));
  channel.publish('events', 'user.made.late', Buffer.from('2'));
  channel.publish('events', 'user', Buffer.from('3'));
  channel.publish('other', 'user.made', Buffer.from('4'));
  channel.publish('events', key, Buffer.from('5'));
}

class Log {
  publish(exchange: string, key: string) { return exchange + key; }
}

export function fake(log: Log) {
  log.publish('events', 'user.made');
}
