export function list() { return []; }
export function remove() { return null; }
export function withAuth(next: () => unknown) { return () => next(); }
