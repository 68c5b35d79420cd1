import type { Order } from "./types";

/** A receipt as plain text. Nothing prints one any more. */
export function formatReceipt(order: Order): string {
  return order.lines.map((line) => pad(line.product.name)).join("\n");
}

function pad(name: string): string {
  return name.padEnd(24);
}
