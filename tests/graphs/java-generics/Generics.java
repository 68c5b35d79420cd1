package demo;

interface Steps<T> extends java.util.Iterator<T> {
  T next();
}

interface Fn<A, R> {
  R apply(A a);
}

class Seq<T> implements Iterable<T> {
  T first;

  T get(int i) {
    return first;
  }

  public Steps<T> iterator() {
    return null;
  }

  <R> Seq<R> map(Fn<? super T, ? extends R> f) {
    return null;
  }

  <R> Seq<R> flat(Fn<? super T, ? extends Seq<? extends R>> f) {
    return null;
  }

  Seq<T> reversed() {
    return this;
  }

  @SafeVarargs
  static <E> Seq<E> of(E... es) {
    return new Seq<>();
  }
}

class Pair<K, V> {
  K key;
  V value;

  Pair(K key, V value) {}

  V value() {
    return value;
  }
}

class Item {
  Seq<Item> parts;

  String name() {
    return "";
  }

  Item next() {
    return this;
  }

  Seq<Item> parts() {
    return parts;
  }
}

class Special extends Item {
  void special() {}
}

class Kind<T> {}

class Bounded<T extends Item, U extends Item & Runnable> {
  T item;

  void use(T other, U both) {
    item.name();
    other.next().name();
    both.run();
    both.next();
  }
}

class SpecialSeq extends Seq<Special> {
  void own() {
    get(0).special();
    first.special();
    for (var each : this) each.special();
  }
}

class Generics {
  Seq<Pair<String, Seq<Item>>> pairs = new Seq<>();

  static <T> T first(Seq<T> seq) {
    return seq.get(0);
  }

  static <T> T make(Kind<T> kind) {
    return null;
  }

  static <T extends Item> T same(T t) {
    return t;
  }

  void uses(Seq<Item> seq, Seq<? extends Special> wild, Item[] array, Kind<Special> kind, Seq raw) {
    seq.get(0).name();
    seq.first.next().name();
    seq.reversed().reversed().get(0).name();
    Seq.of(new Special()).get(0).special();
    first(seq).name();
    first(first(Seq.of(seq))).name();
    make(kind).special();
    same(new Special()).special();
    for (Item item : seq) item.name();
    for (var item : wild) item.special();
    for (var item : array) item.next();
    for (var pair : pairs) pair.value().get(0).name();
    pairs.get(0).value.iterator().next().next();
    new SpecialSeq().get(0).special();
    seq.map(i -> new Special()).get(0).special();
    seq.map(i -> i.next()).map(i -> i.parts()).get(0).get(0).name();
    seq.map(Item::parts).get(0).first.name();
    seq.flat(i -> i.parts()).map(i -> i.name());
    seq.map(i -> new Pair<>(i, i.parts())).get(0).value().get(0).next();
    array[0].next().next().name();
    var made = new Pair<Item, Special>(null, null);
    made.key.name();
    made.value.special();
    Seq.of(array).get(0).name();
    raw.reversed();
    raw.get(0).hashCode();
  }
}
