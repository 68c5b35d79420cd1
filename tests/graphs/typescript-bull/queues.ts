import { Queue } from 'bullmq';
import Bull from 'bull';

export const mails = new Queue('mails', { connection: {} });
export const videos = new Bull('videos');
export const names = new Set<string>();
