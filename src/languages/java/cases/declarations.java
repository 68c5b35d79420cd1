package shop.orders;

import java.util.List;
import shop.Item;
import shop.Item.Part;
import shop.stock.*;
import static shop.Money.zero;
import static shop.Money.*;

/** An order. */
@Entity(name = "order", kinds = {Item.class})
public abstract class Order<T extends Item & Comparable<T>> extends Base<T> implements Priced, List<T> {
  /** Most lines. */
  public static final int MAX = 10, MIN = Limits.least();
  private T first, rest[];

  static {
    register(Order.class);
  }

  {
    first = make();
  }

  protected Order(T first, int... counts) throws Failure {
    super(first);
    this.first = first;
  }

  Order() {
    this(null);
  }

  /** The price. */
  @Override
  public abstract Money price();

  <K, V extends List<K>> V both(K key, final V[] values) {
    return values[0];
  }

  class Line {
    int count() {
      return Order.this.first.count() + Order.super.count();
    }
  }

  static class Empty {}
}

sealed interface Priced permits Order, Gift {
  int SCALE = 2;

  Money price();

  default boolean isFree() {
    return Priced.super.hashCode() == 0;
  }

  static Priced of(Money money) {
    return () -> money;
  }

  private void hidden() {}
}

@interface Entity {
  String name() default "";

  Class<?>[] kinds();
}
