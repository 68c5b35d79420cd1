struct Open {
  name @0 :
  struct { }
interface extends( {
using = import ;
enum E { a @0; b }
struct Whole { open @0 :Open; }
