/** What can be fired. */
export interface Firable {
  fire(heat: number): number;
}

export class Pot implements Firable {
  fire(heat: number): number {
    return harden(heat);
  }
}

export class Vase extends Pot {}

/** Makes it hard. */
export function harden(heat: number): number {
  return soften(heat) + 1;
}

function soften(heat: number): number {
  return heat;
}

export function unused(): void {}
