export function user() { return 1; }
export default function hello() { return user(); }
