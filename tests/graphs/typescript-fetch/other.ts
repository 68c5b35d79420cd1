export function fetch(path: string) { return path; }
