package shop;

class Lambdas {
  Runnable task = () -> run(1);
  Maker make = Box::new;
  void run(int n) {
    list().stream().map(x -> twice(x)).filter(this::odd).forEach(System.out::println);
    Comparator<String> by = (a, b) -> { return compare(a, b); };
    by.compare("a", "b");
    task.run();
  }
}
