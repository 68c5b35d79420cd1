export function part() {}
