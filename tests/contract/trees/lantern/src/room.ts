import { Lamp, dim, report } from "./index";
import * as shape from "./shape";

export function open(): string {
  const lamp = new Lamp({ wide: 1, high: 2 });
  lamp.light(dim(3));
  return report(shape.Mood.Calm);
}

export function evening(): string {
  return open();
}

export function unheard(): void {}
