import { Cron } from '@nestjs/schedule';
import cron from 'node-cron';

export class Jobs {
  @Cron('*/5 * * * *')
  sweep() {}
}

function report() {}
cron.schedule('0 8 * * 1', report);

const plan = { schedule(when: string, what: () => void) { what(); } };
plan.schedule('0 9 * * 1', report);
