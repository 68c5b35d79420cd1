export class Circle { draw() {} }
export namespace area { export function of(c: Circle) { c.draw() } }
export interface Circle { grow(): void }
