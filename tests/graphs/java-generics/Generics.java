package demo;

import java.util.*;
import java.util.function.*;

class Item {
  String name() {
    return "";
  }

  Item next() {
    return this;
  }
}

class Special extends Item {
  void special() {}
}

class Box<T> {
  T value;
  List<T> all = new ArrayList<>();

  Box(T value) {
    this.value = value;
  }

  T get() {
    return value;
  }

  <R> Box<R> map(Function<T, R> f) {
    return new Box<>(f.apply(value));
  }

  static <E> Box<E> of(E e) {
    return new Box<>(e);
  }
}

class Bounded<T extends Item> {
  T item;

  void use(T other) {
    item.name();
    other.next().name();
  }
}

class SpecialBox extends Box<Special> {
  SpecialBox() {
    super(null);
  }

  void own() {
    get().special();
    value.special();
  }
}

class Generics {
  Map<String, List<Item>> byName = new HashMap<>();

  static <T> T first(List<T> list) {
    return list.get(0);
  }

  static <T> T make(Class<T> type) {
    return null;
  }

  static <T extends Comparable<T>> T same(T t) {
    return t;
  }

  void uses(Box<Item> box, List<? extends Item> wild, Item[] array, Optional<Special> maybe) {
    box.get().name();
    box.value.next().name();
    box.all.get(0).name();
    Box.of(new Special()).get().special();
    first(box.all).name();
    make(Special.class).special();
    for (Item item : box.all) item.name();
    for (var item : wild) item.name();
    for (var item : array) item.next();
    for (Map.Entry<String, List<Item>> e : byName.entrySet()) {
      e.getValue().get(0).name();
    }
    for (var e : byName.entrySet()) e.getValue().iterator().next().next();
    for (List<Item> items : byName.values()) items.get(1).name();
    maybe.get().special();
    maybe.orElse(null).special();
    new SpecialBox().get().special();
    box.map(i -> new Special()).get().special();
    byName.get("x").stream().filter(i -> i.name() != null).map(i -> i.next()).forEach(i -> i.name());
    byName.computeIfAbsent("x", k -> new ArrayList<>()).get(0).name();
    array[0].next().next().name();
    var list = new ArrayList<Special>();
    list.get(0).special();
    Supplier<Special> supplier = () -> null;
    supplier.get().special();
    Iterator<Item> it = box.all.iterator();
    while (it.hasNext()) it.next().name();
  }
}
