import { harden } from "kiln/src/clay";

export function buy(): number {
  return harden(3);
}
