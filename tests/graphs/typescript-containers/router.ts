type Handler = (p: unknown) => void;
export const table: Record<string, Handler> = {};
export function run(k: string) { table[k](1); }

export class Router {
  private table: Record<string, Handler> = {};
  private byKind = new Map<string, Handler>();
  add(key: string, fn: Handler) {
    this.table[key] = fn;
    this.byKind.set(key, fn);
  }
  save() { this.table['save'](1); }
  route(k: string) {
    const f = this.byKind.get(k);
    f?.(1);
  }
}
