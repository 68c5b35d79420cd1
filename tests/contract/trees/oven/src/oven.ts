/** Heats a loaf: "ä" before the name moves bytes and UTF-16 apart. */
export function bake(loaf: string, degrees: number): string {
  return `${loaf} at ${degrees}`;
}

export class Oven {
  heat(degrees: number): string {
    return bake("ä bun", degrees);
  }
}
