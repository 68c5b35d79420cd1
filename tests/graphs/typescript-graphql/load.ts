export function loadUsers(args) { return args; }
export function orders() { return []; }
export function wrap(f) { return f; }
