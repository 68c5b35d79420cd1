import { EventEmitter } from 'events';

export const bus = new EventEmitter();
export const other = new EventEmitter();
