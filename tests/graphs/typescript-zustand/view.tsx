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

/* The state, kept or taken apart. */
export function kept() {
  const state = useCart.getState();
  state.clear();
  const { add: more } = useCart.getState();
  const whole = useOther();
  return whole.drop;
}

/* Several at once, wrapped, by a function with a name. */
export function several() {
  const { add, clear } = useCart(shallow((s) => ({ add: s.add, clear: s.clear, count: s.count })));
  const [drop] = useOther((s) => [s.drop]);
  return useOther(pickAdd);
}
const pickAdd = (s) => s.add;

/* What is kept under the same name elsewhere is another thing. */
export function others(state) {
  state.clear();
  const { add } = state.getState();
}
