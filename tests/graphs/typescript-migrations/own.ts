import { pgTable } from './furniture';

export const chairs = pgTable('chairs', { legs: 4 });
