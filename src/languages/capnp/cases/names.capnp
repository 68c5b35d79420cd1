@0xb312981b2552a252;
using import "other.capnp".Thing;
using Other = import "other.capnp";
using One = import "other.capnp".Single;
using Short = Other.Long.Name;
using Other.Long;
annotation marked(struct, field) :Text;
const limit :UInt32 = 10;
struct Uses $marked("x") {
  thing @0 :Thing $marked("y");
  short @1 :Short;
  long @2 :Long;
  single @3 :One = (id = .limit);
}
