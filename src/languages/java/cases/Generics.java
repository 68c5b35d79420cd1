package shop;

import java.util.List;
import java.util.function.Function;

class Box<T extends Comparable<T>> implements Holder<T> {
  private T inside;
  <R> Box<R> map(Function<? super T, ? extends R> f) { return new Box<>(f.apply(inside)); }
  static <A> A first(List<? extends A> xs) { return xs.get(0); }
  T get() { return Box.<T>first(List.of(inside)); }
}
