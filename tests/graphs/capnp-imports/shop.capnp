@0xdbb9ad1f14bf0b37;
using Types = import "common/types.capnp";
using import "/common/types.capnp".Address;
using Std = import "/capnp/c++.capnp";
$Std.namespace("shop");

struct Order {
  total @0 :Types.Money $Types.shown("sum");
  currency @1 :Types.Money.Currency;
  to @2 :Address;
  missing @3 :Types.Gone;
  # Neither this Money nor that one is imported by its name.
  money @4 :Money;
}

struct Box(Order) {
  held @0 :Order;
}

interface Shop {
  place @0 (order :Order, box :Box(Order)) -> (total :Types.Money);
}

interface Branch extends(Shop) {}
