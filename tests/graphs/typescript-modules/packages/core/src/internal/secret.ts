export function secret() {}
