package demo;

interface Visitor<R> {
  R visit(Node node);

  default R both(Node a, Node b) {
    visit(a);
    return visit(b);
  }
}

interface Action {
  void act(Node node, int depth);
}

interface Task {
  void run();
}

interface Source<T> {
  T give();
}

interface Order<T> {
  int compare(T a, T b);

  static <T, K> Order<T> by(Fn<T, K> key) {
    return null;
  }
}

interface Fn<A, R> {
  R apply(A a);
}

class Nodes {
  void each(Fn<Node, ?> f) {}

  Nodes sorted(Order<? super Node> order) {
    return this;
  }

  Node[] toArray(Fn<Integer, Node[]> maker) {
    return maker.apply(1);
  }
}

class Node {
  Nodes children = new Nodes();
  Action action;

  String label() {
    return "";
  }

  Node parent() {
    return null;
  }

  void touch() {}

  <R> R accept(Visitor<R> visitor) {
    return visitor.visit(this);
  }

  static Node create(String s) {
    return new Node();
  }

  boolean isLeaf() {
    return true;
  }
}

class Lambdas {
  Action field = (n, d) -> n.label();

  static void run(Task task) {}

  static <T> T run(Source<T> source) {
    return null;
  }

  static void many(Action action) {}

  static void many(Fn<Node, Node> fn) {}

  static void walk(Node root, Action action) {
    action.act(root, 0);
    root.children.each(c -> {
      walk(c, action);
      return null;
    });
  }

  Action make() {
    return (n, d) -> n.parent().label();
  }

  Order<Node> order() {
    return Order.by(n -> n.label());
  }

  void uses(Node node, Nodes nodes) {
    walk(node, (n, d) -> n.label());
    node.accept(n -> n.parent()).label();
    node.accept(Node::parent).label();
    node.action = (n, d) -> {
      n.parent();
    };
    nodes.each(n -> n.isLeaf());
    nodes.sorted(Order.by(n -> n.parent())).each(Node::label);
    nodes.toArray(Node[]::new)[0].label();
    Fn<String, Node> creator = Node::create;
    creator.apply("x").label();
    Source<Node> maker = Node::new;
    maker.give().parent();
    Order<Node> same = (a, b) -> a.label() == b.parent().label() ? 0 : 1;
    ((Action) (n, d) -> n.isLeaf()).act(node, 1);
    Fn<Node, Fn<Node, String>> nested = a -> b -> a.label() + b.label();
  }

  void overloads(Node node) {
    run(() -> node.label());
    run(() -> {
      node.label();
    });
    run(() -> {
      return node.label();
    });
    run(() -> node.touch());
    run(() -> {
      throw new IllegalStateException();
    });
    run(node::touch);
    run(node::label);
    many((n, d) -> n.touch());
    many(n -> n.parent());
    many(Node::parent);
  }
}
