package a;

public class Constants {
  public static final Variable.Holder b = new Variable.Holder();
}
