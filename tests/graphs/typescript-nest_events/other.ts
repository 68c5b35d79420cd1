export const OnEvent = (name: string) => (target: any, key: string) => {};
