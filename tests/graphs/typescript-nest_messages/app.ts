import { ClientProxy, EventPattern, MessagePattern } from '@nestjs/microservices';
import { MessagePattern as Own } from './own';

export class Listener {
  @MessagePattern('sum')
  sum(numbers: number[]) { return 0; }
  @EventPattern('sold')
  sold(id: string) {}
  @Own('sum')
  never() {}
}

export class Sender {
  constructor(private readonly client: ClientProxy, private readonly other: Map<string, string>) {}
  ask() { return this.client.send('sum', [1]); }
  tell() { this.client.emit('sold', '1'); }
  unheard(name: string) { this.client.emit('lost', '1'); this.client.emit(name, '1'); }
}
