export function Delete(path: string) { return (target: object, key: string) => {}; }
