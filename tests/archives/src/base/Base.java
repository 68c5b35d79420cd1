package base;

public class Base<T> {
  protected T value;
  public T value() { return value; }
}
