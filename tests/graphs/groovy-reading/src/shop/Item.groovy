package shop

class Item {
  int price() { 1 }
  boolean isNew() { true }
  String name() { '' }
}
