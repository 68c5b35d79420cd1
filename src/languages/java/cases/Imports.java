package shop.cart;

import static shop.Util.tidy;
import static shop.Math.*;
import shop.items.*;
import shop.Store;

public class Imports extends Store {
  shop.far.Thing thing = new shop.far.Thing();
  int run() { return tidy(max(1, 2)) + shop.far.Thing.count() + super.run(); }
}
