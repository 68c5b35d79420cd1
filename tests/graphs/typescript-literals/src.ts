export interface Inner { deep: number }
export interface Options { name: string; size?: number; inner: Inner }
interface Circle { kind: 'circle'; radius: number }
interface Square { kind: 'square'; side: number }
type Shape = Circle | Square;

function take(options: Options): void {}
function give(): Options { return { name: 'given', inner: { deep: 1 } }; }
async function later(): Promise<Options> { return { name: 'later', inner: { deep: 2 } }; }
function either(ok: boolean): Options | null { return ok ? { name: 'either', inner: { deep: 3 } } : null; }
const declared: Options = { name: 'declared', inner: { deep: 4 } };
const listed: Options[] = [{ name: 'listed', inner: { deep: 5 } }];
const keyed: Record<string, Options> = { a: { name: 'keyed', inner: { deep: 6 } } };
const cast = { name: 'cast' } as Options;
const met = { name: 'met', inner: { deep: 7 } } satisfies Options;
const copied = { ...declared, name: 'copied' };
const name = 'short';
take({ name, inner: { deep: 8 } });
listed.push({ name: 'pushed', inner: { deep: 9 } });
const round: Shape = { kind: 'circle', radius: 1 };

class Keeper {
  constructor(private readonly limit: number) {}
  options: Options = { name: 'kept', inner: { deep: 10 } };
  change() { this.options = { name: 'changed', inner: { deep: 11 } }; }
}
new Keeper(3);

// None of these writes Options.name.
const free = { name: 'free' };
const other: { name: string } = { name: 'other' };
function taken({ name: local, size = 2 }: Options) { return local + size; }
