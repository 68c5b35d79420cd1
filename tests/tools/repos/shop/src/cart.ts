import { MAX_LINES } from "./config";
import { totalOf } from "./pricing";
import type { CartLine, Money, Product } from "./types";

/** What a customer is about to order. */
export class Cart {
  private lines: CartLine[] = [];

  /** Adds a product, or more of one that is there already. */
  add(product: Product, quantity = 1): void {
    const line = this.find(product.sku);
    if (line) {
      line.quantity += quantity;
      return;
    }
    if (this.lines.length >= MAX_LINES) throw new Error(`more than ${MAX_LINES} lines`);
    this.lines.push({ product, quantity });
  }

  remove(sku: string): boolean {
    const before = this.lines.length;
    this.lines = this.lines.filter((line) => line.product.sku !== sku);
    return this.lines.length < before;
  }

  items(): readonly CartLine[] {
    return this.lines;
  }

  total(): Money {
    return totalOf(this);
  }

  private find(sku: string): CartLine | undefined {
    return this.lines.find((line) => line.product.sku === sku);
  }
}
