import { ClientProxy, MessagePattern } from '@nestjs/microservices';

export class Math {
  constructor(private readonly client: ClientProxy) {}

  @MessagePattern({ cmd: 'sum' })
  sum(data: number[]) { return data; }

  @MessagePattern({ cmd: 'sum', version: 'two' })
  later(data: number[]) { return data; }

  ask(cmd: string) {
    this.client.send({ cmd: 'sum' }, [1]);
    this.client.send({ cmd: 'other' }, [2]);
    this.client.send({ cmd }, [3]);
  }
}
