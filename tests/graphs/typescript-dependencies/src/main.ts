import { useState, each, wrap, Held } from "kit"
import { Base } from "base"
import plain from "plain"
import { first } from "maps/list"
import { legacy } from "old"
import { nothing } from "missing"

export class Thing {
  go(): Other { return new Other() }
}
export class Other {
  stop() {}
  each() {}
}

export function generics() {
  const [thing, setThing] = useState(new Thing())
  thing.go().stop()
  setThing(thing)
  const [other] = useState<Other>(null)
  other.stop()
}

export function callbacks(things: Thing[]) {
  each(things, (thing) => thing.go())
  wrap(new Other()).value.stop()
  const held: Held<Thing> = wrap(new Thing())
  held.then((thing) => thing.go())
}

export class Own extends Base<Other> {
  run() {
    this.each()
    this.start().stop()
    this.missing()
  }
  start() { return this.make() }
  handle(event) { event.target.stop() }
}

export function rest() {
  plain(new Thing()).go()
  first([new Other()]).stop()
  legacy().each()
  nothing().each()
}
