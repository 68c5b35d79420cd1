export class Store {
  get(path: string, load: () => unknown) { return load(); }
}
