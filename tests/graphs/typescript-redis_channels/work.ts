import { createClient } from 'redis';
import Redis from 'ioredis';

const client = createClient();
const other = new Redis();
const quiet = new Map<string, string>();

function made(message: string) { return message; }
function user(message: string) { return message; }
function taken(pattern: string, channel: string) { return channel; }
function lost() {}

client.subscribe('orders', made);
client.pSubscribe('user.*', user);
other.psubscribe('order*');
other.on('error', lost);
other.on('pmessage', taken);

export function tell(name: string) {
  client.publish('orders', '1');
  client.publish('user.made.late', '2');
  other.publish('user', '3');
  client.publish(name, '4');
  quiet.set('orders', '5');
}
