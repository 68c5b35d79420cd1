import { Worker } from 'bullmq';
import { Processor, WorkerHost } from '@nestjs/bullmq';
import { mails, names, videos } from './queues';

async function mail(job: unknown) { return job; }
function encode(job: unknown) { return job; }

export const worker = new Worker('mails', mail);
export const other = new Worker('nobody', async (job) => { encode(job); });
videos.process(encode);

@Processor('prints')
export class Prints extends WorkerHost {
  async process(job: unknown) { return job; }
  other() {}
}

export async function sell(id: string) {
  await mails.add('welcome', { id });
  videos.add({ id });
  names.add('mails');
}
