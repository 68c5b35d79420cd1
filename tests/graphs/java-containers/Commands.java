import java.util.*;
import java.util.function.*;

class Commands {
  private final Map<String, Runnable> runs = new HashMap<>();
  private final Map<String, Runnable> others = new HashMap<>();
  static final Map<String, Function<String, String>> texts = Map.of("up", Commands::up, "down", Commands::down);

  Commands() {
    runs.put("save", this::save);
    runs.put("open", () -> open());
  }

  void save() {}
  void open() {}
  static String up(String s) { return s; }
  static String down(String s) { return s; }

  void go(String k) {
    runs.get(k).run();
    runs.get("save").run();
    others.get(k).run();
  }

  void held(String k) {
    Runnable r = runs.get(k);
    r.run();
  }

  String text(String k) { return texts.get(k).apply("x") + texts.get("up").apply("y"); }

  void all() {
    for (Runnable r : runs.values()) r.run();
  }
}
