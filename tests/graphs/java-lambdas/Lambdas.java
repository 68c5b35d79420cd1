package demo;

import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.*;

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

class Node {
  List<Node> children = new ArrayList<>();
  Action action;

  String label() {
    return "";
  }

  Node parent() {
    return null;
  }

  <R> R accept(Visitor<R> visitor) {
    return visitor.visit(this);
  }

  static Node create(String s) {
    return new Node();
  }

  boolean isLeaf() {
    return children.isEmpty();
  }
}

class Lambdas {
  Action field = (n, d) -> n.label();

  static void run(Runnable r) {}
  static <T> T run(Callable<T> c) { return null; }

  static void walk(Node root, Action action) {
    action.act(root, 0);
    root.children.forEach(c -> walk(c, action));
  }

  Action make() {
    return (n, d) -> n.parent().label();
  }

  Comparator<Node> order() {
    return Comparator.comparing(n -> n.label());
  }

  void uses(Node node, List<Node> nodes, Map<String, Node> named) {
    walk(node, (n, d) -> n.label());
    node.accept(n -> n.parent()).label();
    node.accept(Node::label).length();
    String s = node.accept(n -> n.label());
    node.action = (n, d) -> {
      n.parent();
    };
    nodes.sort((a, b) -> a.label().compareTo(b.label()));
    nodes.removeIf(n -> n.isLeaf());
    nodes.stream().map(Node::parent).filter(Objects::nonNull).findFirst().get().label();
    nodes.stream().flatMap(n -> n.children.stream()).anyMatch(n -> n.isLeaf());
    named.forEach((k, v) -> v.label());
    named.values().stream().map(n -> n.parent().parent()).forEach(n -> n.label());
    Function<String, Node> creator = Node::create;
    creator.apply("x").label();
    run(() -> node.label());
    run(() -> {
      node.label();
    });
    BiFunction<Node, Node, Boolean> same = (a, b) -> a.label() == b.parent().label();
    new Thread(() -> node.parent()).start();
    ((Action) (n, d) -> n.isLeaf()).act(node, 1);
  }
}
