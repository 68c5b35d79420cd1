@0xdbb9ad1f14bf0b36;
struct Money { amount @0 :Int64; currency @1 :Currency; enum Currency { eur @0; usd @1; } }
struct Address { street @0 :Text; }
annotation shown(field) :Text;
