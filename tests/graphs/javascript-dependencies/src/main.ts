import { same, Base, more, anything } from "plain"
import { Emitter, wrap } from "modern"
import { pick } from "typed"
import main, { Maker, keep, missing } from "declared"
import * as all from "declared"
import { nothing } from "undeclared"
import picture from "./a.svg"
import { Own, Other } from "./own"

function local() {}

export function bodies() {
  same(new Own()).go()
  more.first(new Own(), new Other()).go()
  wrap(local)()
}

/* What is declared counts before what runs. */
export function types() {
  pick(new Own(), new Other()).go()
}

export class Mine extends Emitter {
  own() { this.emit("x").handle(); this.mine() }
  mine() {}
}
export class Old extends Base {
  own() { this.run().run(); this.mine() }
  mine() {}
}

export function declared() {
  keep(new Own()).go()
  new Maker().make().get().go()
  all.keep(new Other()).go()
  main().go()
}

/* Nobody says what these are. */
export function unknown() {
  anything().go()
  missing().make()
  nothing().go()
  picture.go()
}
