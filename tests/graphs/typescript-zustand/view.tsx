import { useCart, useOther, useOwn } from './store';

export function Button() {
  const add = useCart((s) => s.add);
  return add;
}

export function reset() {
  useCart.getState().clear();
  useOther.getState().drop();
}

export function All() {
  const { add, count, clear: empty } = useCart();
  return empty;
}

/* State is no action, a member that is not there is none, another function is no store. */
export function never() {
  useCart((s) => s.count);
  useCart((s) => s.missing);
  useOwn((s) => s.add);
  const { add } = useOwn();
  [useCart].map((s) => s.add);
}
