export function* walk(xs) { for (const x of xs) yield* inner(x); }
async function* pages() { for await (const p of load()) yield keep(p); }
const add = (a, b = two(), ...rest) => a + b;
const { x, y: { z = deep() } = {} } = make();
const [first, , third = one()] = list();
label: for (const key in object()) { if (skip(key)) continue label; }
const text = tag`a ${name()} b`;
