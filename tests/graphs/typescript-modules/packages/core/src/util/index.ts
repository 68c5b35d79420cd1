export function trim() { return shared() }
function shared() {}
export { shared as exported }
