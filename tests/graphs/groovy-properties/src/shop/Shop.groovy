package shop

class Shop {
  String name
  static String version = '1'
  private Till till
  Till getTill() { till }
  boolean isOpen() { true }
  static Shop getMain() { new Shop() }
  List<String> getNames(int count) { [] }

  void run() {
    main.ring()
    getName()
    till.beep()
    open
    names
  }
  void ring() {}
}

class Till {
  Shop owner
  void beep() {}
  Shop getBack() { owner }
}

class Use {
  void all(Shop shop, other) {
    shop.till.beep()
    shop.getName()
    shop.till.getOwner().ring()
    shop.till.back.ring()
    Shop.getVersion()
    Shop.main.ring()
    shop.isOpen()
    shop.open
    shop.getMissing()
    shop.missing
    shop.names
    other.getName()
    def unknown = other.back
    getName()
    def none = back
  }
}
