class A { go() {} }
class B { stop() {} }
interface Parts { a: A; b: B; "c-d": A }
type Shelf = Record<string, A>

function get<K extends keyof Parts>(parts: Parts, key: K): Parts[K] { return parts[key] }
function on<K extends keyof Parts>(key: K, listener: (part: Parts[K]) => void) {}
function from<K extends keyof Shelf>(shelf: Shelf, key: K): Shelf[K] { return shelf[key] }

class Emitter<Map> {
  on<K extends keyof Map>(key: K, listener: (part: Map[K]) => void) {}
  get<K extends keyof Map>(key: K): Map[K] { return null as any }
}

export function literal(parts: Parts, emitter: Emitter<Parts>) {
  get(parts, "a").go()
  get(parts, "b").stop()
  get(parts, "c-d").go()
  on("a", (part) => part.go())
  on("b", (part) => part.stop())
  emitter.get("a").go()
  emitter.on("b", (part) => part.stop())
}

export function shelf(all: Shelf, key: string) {
  from(all, key).go()
}

/* Which of them is not known, or there is no such. */
export function open(parts: Parts, key: keyof Parts) {
  get(parts, key).go()
  get(parts, "b").go()
  on(key, (part) => part.stop())
  emitter.get("z").go()
}

/* What both branches say. */
type Context<P> = [P] extends [never] ? { part: A; p?: P } : { part: A; p: P }
type Choice<P> = P extends string ? A : B
export function branches(context: Context<string>, choice: Choice<string>) {
  context.part.go()
  choice.go()
  choice.stop()
}
