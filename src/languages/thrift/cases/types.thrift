namespace py shop.types
include "base.thrift"

typedef i64 Id
const i32 LIMIT = 10
enum Side { LEFT = 1, RIGHT = 2 }
struct Point { 1: required i32 x, 2: optional base.Thing inner }
union Value { 1: i32 number, 2: string text }
exception Wrong { 1: string why }
