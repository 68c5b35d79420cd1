package kit;

import base.Base;

public class Kit<T extends Object & Comparable<? super T>> extends Base<T> {
  public static final int MANY = 3;
  private int hidden;

  public Kit(T first) { value = first; }
  @SafeVarargs public static <E> Many<E> listOf(E... all) { return null; }
  public static <E> E same(E one) { return one; }
  public <R> Held<R> map(Function<? super T, ? extends R> f) { return null; }
  public T[][] table() { return null; }
  public Many<? extends Many<T>> lists() { return null; }
  public T get() { return value; }
  protected long counted(int a, double[] b) { return 0; }
  private void secret() { new Object() { void local() {} }; }

  public interface Getter<G> {
    G get();
    default G orNull() { return null; }
    static <S> Getter<S> none() { return null; }
  }

  public interface Many<E> { E get(int at); }

  public interface Function<A, R> { R apply(A a); }

  public static class Held<H> {
    public H held;
    public Inner inner() { return null; }
    public class Inner { public H deep() { return null; } }
  }

  public enum Color { RED, GREEN; public Color next() { return RED; } }

  public @interface Mark { String value() default ""; }

  private static class Nobody { public void none() {} }
}
