@Component({ selector: make() })
export abstract class Shape<T> extends Base<T> implements Drawable, Named<string> {
  static #count = 0
  static create = (n: number): Shape<any> => new Circle(n)
  private readonly cache = new Map<string, T>()
  declare later?: string
  constructor(private readonly owner: Owner, public label = owner.label(), plain: number) {
    super(owner)
    this.reset()
  }
  get area(): number { return this.width() }
  set area(value) { this.resize(value) }
  at(index: number): T
  at(key: string): T
  @Log() at(which: any) { return super.at(which) }
  @Input() title: string
  protected abstract width(): number
  async *[Symbol.asyncIterator]() { yield* this.parts() }
  handle = (event: Event) => { this.at(0) }
  static { Shape.register(this) }
  [key: string]: unknown
  same(): this { return this }
}
const Anonymous = class extends Shape<string> { width() { return 1 } }
export default class Circle extends mixin(Shape)<number> {
  width() {
    const inside = { owner: this.owner, get twice() { return 2 }, call: () => this.same() }
    return inside.call()
  }
}
enum Level { Low, High = compute(), 'very-high' = 3 }
const enum Flag { On = 1 << 0 }
