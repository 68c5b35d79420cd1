import { kafka, PAID } from './client';

const producer = kafka.producer();

export async function order(id: string, topic: string) {
  await producer.send({ topic: 'orders', messages: [{ value: id }] });
  await producer.send({ topic: PAID, messages: [] });
  await producer.send({ topic: 'invoices', messages: [] });
  await producer.send({ topic: 'nobody', messages: [] });
  await producer.send({ topic, messages: [] });
}
