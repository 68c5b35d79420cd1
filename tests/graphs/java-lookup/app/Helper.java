package app;

class Helper {
  void help() {
    Main main = new Main();
    main.both("s");
    main.inherited();
    main.size();
  }
}

interface Greeter {
  default void greet() {
    hello();
  }

  static void hello() {}
}
