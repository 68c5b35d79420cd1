export function hidden() {}
