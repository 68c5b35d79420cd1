export function MessagePattern(name: string) { return (target: unknown) => target; }
