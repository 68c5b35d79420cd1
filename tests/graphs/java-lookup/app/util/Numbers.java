package app.util;

public class Numbers {
  public static int twice(int x) {
    return x + x;
  }

  static class Helper {
    void help() {}
  }
}
