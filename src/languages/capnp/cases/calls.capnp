@0xb312981b2552a250;
interface Node extends(Root.Base) {
  isDirectory @0 () -> (result :Bool);
  open @1 (name :Text, how :Mode = read) -> (file :File);
  # Opens it.
  stat @2 Query -> Answer;
  enum Mode { read @0; write @1; }
}
interface File extends(Node) {
  size @0 () -> (bytes :UInt64);
}
struct Query {}
struct Answer { node @0 :Node; kind @1 :Node.Mode; }
