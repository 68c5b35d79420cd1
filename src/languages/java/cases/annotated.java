@Generated
package notes;

class Annotated<@A T extends @A Object> extends @A Base<@A T> {
  @A String @B [] names;
  java.util.@A List<@A ? extends @A T> list;

  @SafeVarargs
  static <E> void all(@A E first, E @A ... rest) {}

  void one(@A(key = Keys.ONE, more = {@B, @C(1)}) int x) throws @A Failure {
    @A int local = x;
    try (@A Reader r = open()) {
      for (@A var each : names) use((@A String) each);
    }
  }

  @org.junit.jupiter.api.Test
  void works() {}
}
