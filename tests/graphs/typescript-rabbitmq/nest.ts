import { AmqpConnection, RabbitSubscribe } from '@golevelup/nestjs-rabbitmq';

export class Mails {
  constructor(private readonly connection: AmqpConnection) {}

  @RabbitSubscribe({ exchange: 'events', routingKey: 'user.made', queue: 'mails' })
  welcome(message: unknown) { return message; }

  send() {
    this.connection.publish('events', 'user.made', {});
    this.connection.publish('events', 'order.gone', {});
  }
}
