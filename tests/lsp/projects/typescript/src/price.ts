/** Something that has a price. */
export interface Priced {
  price(): number;
}

export class Book implements Priced {
  constructor(readonly title: string) {}

  price(): number {
    return 12;
  }
}

/** The sum of what all of them cost. */
export function total(items: Priced[]): number {
  return items.reduce((sum, item) => sum + item.price(), 0);
}
