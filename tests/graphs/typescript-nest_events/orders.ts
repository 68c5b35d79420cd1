import { EventEmitter2, OnEvent } from "@nestjs/event-emitter";
import { OnEvent as Other } from "./other";

export class Orders {
  constructor(private readonly events: EventEmitter2, private readonly own: Own) {}
  create() { this.events.emit("order.created", 1); }
  leave(name: string) { this.events.emit(name); }
  fake() { this.own.emit("order.created"); }
}
export class Own { emit(name: string) { return name; } }
export class Mails {
  @OnEvent("order.created") send() {}
  @OnEvent("order.left") never() {}
  @Other("order.created") neither() {}
}
