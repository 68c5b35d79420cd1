@0x9eb32e19f86ee174;

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("people");

struct Person $Cxx.name("Human") {
  # Somebody.

  name @0 :Text;
  # As it is written.
  birthdate @3 :Date;
  phones @2 :List(PhoneNumber);

  struct PhoneNumber {
    number @0 :Text;
    type @1 :Type = mobile;
    enum Type { mobile @0; home @1; }
  }
  address :group {
    street @4 :Text;
  }
  union {
    unemployed @5 :Void;
    employer @6 :Company;
  }
  status :union { single @7 :Void; partner @8 :Person; }
}

struct Date { year @0 :Int16; }
