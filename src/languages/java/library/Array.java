package java.lang;

/** What every array has; the language defines it, no source does. */
public final class $Array<T> implements Cloneable, java.io.Serializable {
  public final int length = 0;

  public T[] clone() {
    return null;
  }
}
