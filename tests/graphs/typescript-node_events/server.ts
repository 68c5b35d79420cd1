import EventEmitter from 'node:events';
import { bus } from './bus';

export class Server extends EventEmitter {
  private inner = new EventEmitter();

  constructor() {
    super();
    this.on('close', this.closed);
    this.inner.on('tick', () => this.ticked());
  }

  closed() {}

  ticked() {}

  stop(name: string) {
    this.emit('close');
    this.inner.emit('tick');
    bus.emit('stopped', 1);
    bus.emit(name);
  }
}

export class Quiet extends EventEmitter {
  /* Nobody listens to this class. */
  stop() {
    this.emit('close');
  }
}
