export const Entity = (name: string) => (type: any) => type;
