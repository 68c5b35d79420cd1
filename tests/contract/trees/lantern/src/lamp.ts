import { Mood } from "./shape";
import type { Size } from "./shape";

/** The most that a lamp gives. */
export const BRIGHTEST = 9;

let lit = 0;

/** A thing that gives light. */
export class Lamp {
  size: Size;

  constructor(size: Size) {
    this.size = size;
  }

  /** Lights it. */
  light(by: number): number {
    return dim(by);
  }
}

/** Takes what is too much. */
export function dim(by: number): number {
  lit += 1;
  return by > BRIGHTEST ? BRIGHTEST : by;
}

function count(): number {
  return lit;
}

export function report(mood: Mood): string {
  return mood + ":" + count();
}
