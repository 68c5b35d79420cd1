/** @typedef {{ side: number }} Shape */
/**
 * @param {Shape} shape
 * @param {(n: number) => string} done
 * @returns {Box}
 */
export function make(shape, done) { return new Box(done(shape.side)); }
/** @type {Map<string, Box>} */
const all = new Map();
all.get('a').grow();
class Box { #hidden = 1; static count = 0; get side() { return this.#hidden; } grow() { return Box.count + this.side; } }
