/* Classes, interfaces, generics, overloads. */
export interface Drawable { draw(): void; label?: string }
export interface Named<T> { name(): T; children: Named<T>[] }
export abstract class Shape implements Drawable {
  static count = Shape.start()
  static start() { return 0 }
  constructor(protected owner: Owner, private log = new Log()) { this.draw() }
  abstract draw(): void
  describe() { this.draw(); this.owner.own(this); this.log.write('x'); return this }
  get area(): Area { return new Area() }
  handle = (e: Area) => { this.describe(); e.measure() }
}
export class Circle extends Shape {
  constructor(owner: Owner) { super(owner); super.describe() }
  draw() { this.area.measure(); this.describe().radius() }
  radius() { return Circle.start() }
}
class Owner { own(shape: Drawable) { shape.draw() } }
class Log { write(text: string): void; write(n: number): void; write(x: any) {} }
export class Area { measure() {} }
class Box<T> {
  constructor(public value: T) {}
  map<U>(f: (value: T) => U): Box<U> { return new Box(f(this.value)) }
  static of<V>(v: V): Box<V> { return new Box(v) }
}
export function generics(named: Named<Circle>, list: Array<Circle>, record: Record<string, Circle>, either: Circle | Area | null) {
  new Box(new Circle(null!)).value.radius()
  Box.of(new Area()).map(a => a).value.measure()
  new Box<Circle>(null!).map(c => c.area).value.measure()
  named.name().radius()
  named.children[0].name().radius()
  list[0].radius()
  list.find(c => c.radius())!.radius()
  record.any.radius()
  record['x'].radius()
  Object.values(record).forEach(c => c.radius())
  if (either instanceof Circle) either.radius()
  new Map<string, Area>().get('x')?.measure()
  const set = new Set([new Area()])
  for (const a of set) a.measure()
  pick('a').measure()
  pick(1).radius()
}
function pick(x: string): Area
function pick(x: number): Circle
function pick(x: any): any { return x }
type Keys = Circle['area']
export function lookup(k: Keys, r: ReturnType<typeof makeArea>, p: Partial<Circle>) { k.measure(); r.measure(); p.radius!() }
function makeArea() { return new Area() }
const Made = class { go() { makeArea() } }
export function useMade() { new Made().go() }
