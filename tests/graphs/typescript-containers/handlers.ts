import { Router, table } from './router';

type Handler = (p: unknown) => void;
export function onSave(p: unknown) {}
export function onOpen(p: unknown) {}
export function onQuit(p: unknown) {}
export function never(p: unknown) {}

// Put there with the container, by assignments and by calls.
const handlers: Record<string, Handler> = { save: onSave, 'open': onOpen, other(p) { onQuit(p); } };
handlers['quit'] = onQuit;
const map = new Map<string, Handler>([['save', onSave]]);
map.set('open', onOpen);
map.set('late', (p) => never(p));
const list: Handler[] = [];
list.push(onSave);

export function byKey(k: string) { handlers[k](1); }
export function byText() { handlers['save'](1); handlers.quit(1); }
export function byGet(k: string) { map.get(k)?.(1); }
export function byGivenText() {
  const h = map.get('save');
  if (h) h(1);
}
export function all() {
  for (const h of list) h(1);
  list.forEach((h) => h(2));
}

// Through functions of the project.
export function wire(r: Router) {
  r.add('save', onSave);
  r.add('open', onOpen);
}
table['imported'] = onQuit;

// Another variable of that name.
export function local(k: string) {
  const handlers: Record<string, Handler> = {};
  handlers[k](1);
}
// What is no function, what a key says is not meant, what nobody knows.
const sizes: Record<string, number> = { save: 1 };
export function data(k: string) { return sizes[k].toFixed(1); }
export function missing() { handlers['gone'](1); }
export function given(tables: Record<string, Handler>) { tables['save'](1); }
// A type of our own that has such members.
class Own {
  set(k: string, h: Handler) {}
  get(k: string): Handler { return never; }
}
const own = new Own();
own.set('save', onSave);
export function ours() { own.get('save')(1); }
