function log(target: unknown, key: string): void { note(key); }

@Component({ selector: 'app' })
export class Page<T extends object = {}> implements Shown {
  @Input() name!: string;
  constructor(private readonly store: Store, public size = 1) {}
  @log
  show(this: Page, @Param('id') id?: string): asserts id is string { this.store.get(id!)?.go(); }
  static #made = new Page(new Store());
  get [Symbol.toStringTag]() { return this.name satisfies string; }
}
