package app.util;

public class Names {
  public Part[] parts;

  public static String join(String s) {
    return s;
  }

  public Part first() {
    return parts[0];
  }

  public static class Part {
    public String text() {
      return join("x");
    }
  }
}
