export function total(prices: number[]): number {
  return prices.reduce((sum, one) => sum + one, 0);
}
