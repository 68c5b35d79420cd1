package a;

import static a.Constants.b;

public class Imported {
  void imported() {
    b.Item.make();
  }
}
