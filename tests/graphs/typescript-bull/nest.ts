import { InjectQueue, Process, Processor } from '@nestjs/bull';
import { Inject } from '@nestjs/common';
import type { Queue } from 'bull';
import { MAILS } from './names';

@Processor(MAILS)
export class MailWork {
  @Process('welcome')
  welcome(job: unknown) { return job; }

  @Process({ name: 'bye', concurrency: 2 })
  bye(job: unknown) { return job; }

  @Process()
  others(job: unknown) { return job; }
}

export class Mailer {
  @InjectQueue(MAILS) private field: Queue;

  constructor(
    @InjectQueue(MAILS) private readonly queue: Queue,
    @InjectQueue('prints') private prints: Queue,
    @Inject('letters') private plain: Queue,
    private set: Set<string>,
  ) {}

  async send(name: string) {
    await this.queue.add('welcome', { id: 1 });
    this.field.add('bye', {});
    this.queue.add({ id: 2 });
    this.queue.add(name, {});
    this.prints.add('page', {});
    this.plain.add('welcome', {});
    this.set.add('letters');
  }
}
