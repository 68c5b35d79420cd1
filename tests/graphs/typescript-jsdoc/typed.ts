class Typed { use() {} }
/** @param {Typed} x says nothing in TypeScript */
export function f(x) { x.use() }
