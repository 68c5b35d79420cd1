package shop.other;

import shop.Sold;

@interface EventListener {}

class Marked {
  @EventListener
  void mine(Sold event) {}
}
