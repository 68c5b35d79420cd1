import { kafka, PAID } from './client';

export async function onOrder(text: string) { return text; }
export async function onPaid({ message }: { message: string }) { return message; }

export async function start() {
  const orders = kafka.consumer({ groupId: 'shop' });
  await orders.subscribe({ topics: ['orders', 'refunds'], fromBeginning: true });
  await orders.run({ eachMessage: async ({ message }) => { await onOrder(message); } });
  const paid = kafka.consumer({ groupId: 'paid' });
  await paid.subscribe({ topic: PAID });
  await paid.run({ eachMessage: onPaid });
}

export class Bus {
  subscribe(options: { topic: string }) { return options; }
  send(options: { topic: string }) { return options; }
}

// not the broker's: another object with the same members
export function own(bus: Bus) {
  bus.subscribe({ topic: 'orders' });
  bus.send({ topic: 'orders' });
}
