/** Orders of at least this much are sent for free. */
export const FREE_SHIPPING_FROM = 5000;
export const SHIPPING_FEE = 490;
export const MAX_LINES = 50;

/** The number in an environment variable, or what stands in for it. */
export function envNumber(name: string, otherwise: number): number {
  const text = process.env[name];
  const value = text === undefined ? otherwise : Number(text);
  return Number.isFinite(value) ? value : otherwise;
}

export function isStrict(): boolean {
  return process.env.SHOP_STRICT === "1";
}

export const PORT = envNumber("SHOP_PORT", 8080);
