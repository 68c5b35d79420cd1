import { CommandBus, CommandHandler, EventBus, EventsHandler, ICommandHandler } from '@nestjs/cqrs';

export class CreateUser { constructor(readonly name: string) {} }
export class UserCreated { constructor(readonly name: string) {} }
export class Unheard {}

@CommandHandler(CreateUser)
export class CreateUserHandler implements ICommandHandler<CreateUser> {
  constructor(private readonly events: EventBus) {}
  async execute(command: CreateUser) { this.events.publish(new UserCreated(command.name)); }
  helper() {}
}

@EventsHandler(UserCreated)
export class Mail {
  handle(event: UserCreated) {}
}

class Own { execute(x: unknown) {} }

export class Controller {
  constructor(private readonly bus: CommandBus, private readonly own: Own) {}
  create(name: string) { return this.bus.execute(new CreateUser(name)); }
  unheard() { return this.bus.execute(new Unheard()); }
  other() { this.own.execute(new CreateUser('x')); }
}
