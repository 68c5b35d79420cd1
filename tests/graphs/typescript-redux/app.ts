import { added, removed, named, todos, load, fake } from "./slice";

export function add(dispatch: any, text: string) { dispatch(added(text)); }
export function drop(store: any) {
  store.dispatch(removed());
  store.dispatch(todos.actions.cleared());
  store.dispatch(named("x"));
}
export function others(dispatch: any, name: string) {
  dispatch(load());
  dispatch(fake.actions.added(1));
  dispatch((todos.actions as any)[name]());
  dispatch({ type: "todos/added" });
  console.log(added("x"));
}
