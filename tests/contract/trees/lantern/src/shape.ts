/** How large a thing is. */
export interface Size {
  wide: number;
  high: number;
}

export type Shade = "plain" | "red";

export enum Mood { Calm, Bright }
