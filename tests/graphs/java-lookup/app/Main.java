package app;

import static app.util.Names.join;
import static app.util.Numbers.*;

import app.util.*;
import app.util.Names.Part;
import java.util.ArrayList;

class Parent {
  void inherited() {}
  static void shared() {}
  private void secret() {}
  void both(int x) {}
}

class Main extends Parent implements Greeter {
  private int size;
  private Names names = new Names();
  private final Main next = null;

  int size() {
    return size;
  }

  void both(String s) {}

  void calls(Names local) {
    size();
    this.size();
    inherited();
    super.inherited();
    shared();
    Parent.shared();
    both(1);
    both("x");
    join("a");
    twice(2);
    Numbers.twice(3);
    app.util.Numbers.twice(4);
    new app.util.Names().first().text();
    names.first().text();
    next.next.names.first();
    local.parts[0].text();
    new Part().text();
    greet();
    Greeter.super.greet();
    Greeter.hello();
    new Helper().help();
    add("not ours");
    new ArrayList<String>().add("x");
    hashCode();
    Inner inner = new Inner();
    inner.deep();
    new Nested().inherited();
  }

  void add(String s) {}

  public void greet() {}

  class Inner {
    int size;

    void deep() {
      size();
      inherited();
      Main.this.both(1);
      names.first();
      new Runnable() {
        public void run() {
          deep();
          size();
          this.own();
        }

        void own() {}
      }.run();
    }
  }

  static class Nested extends Main {
    void local() {
      class Local {
        void here() {
          local();
          inherited();
        }
      }
      new Local().here();
    }
  }
}
