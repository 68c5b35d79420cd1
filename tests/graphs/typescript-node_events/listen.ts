import { bus, other } from './bus';
import { Server } from './server';
import { Line } from './line';

function onStopped() {}
function onClose() {}
function never() {}

export function wire(line: Line) {
  const server = new Server();
  bus.on('stopped', onStopped);
  server.once('close', onClose);
  /* Another object, another event, another kind of object. */
  other.on('stopped', never);
  bus.on('started', never);
  line.on('stopped', never);
}
