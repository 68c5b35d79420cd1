import { EventEmitter } from 'node:events';
import express from 'express';
import { EVENTS, Kind } from './names';

const bus = new EventEmitter();
bus.on(EVENTS.END, ended);
bus.on(Kind.Up, up);
bus.on('start', started);
bus.on(Kind.Down, down);

export function end() {
  bus.emit('end');
}
export function more(name: keyof typeof EVENTS) {
  bus.emit(Kind.Up);
  bus.emit(EVENTS.START);
  bus.emit(EVENTS[name]);
}

function ended() {}
function up() {}
function started() {}
function down() {}

const PATHS = { USERS: '/users' };
const app = express();
app.get(PATHS.USERS, users);
function users() {}
