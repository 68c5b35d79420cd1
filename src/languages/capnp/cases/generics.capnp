@0xb312981b2552a251;
struct Map(Key, Value) {
  entries @0 :List(Entry);
  struct Entry {
    key @0 :Key;
    value @1 :Value;
  }
}
struct Value { people @0 :Map(Text, Value); }
struct Outer { inner @0 :Map(Text, Value).Entry; }
