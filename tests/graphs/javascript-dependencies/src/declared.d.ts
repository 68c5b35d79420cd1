declare module "declared" {
  export class Maker {
    make(): Maker;
    get(): import("./own").Own;
  }
  export function keep<T>(x: T): T;
  export default function main(): import("./own").Own;
}
declare module "*.svg" {
  const path: string;
  export default path;
}
