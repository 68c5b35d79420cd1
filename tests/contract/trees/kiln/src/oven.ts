import { Vase, harden } from "./clay";

export function bake(): number {
  return new Vase().fire(9);
}

export function later(): void {
  setTimeout(() => harden(3), 10);
}
