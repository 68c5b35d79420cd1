include "shared.thrift"
namespace py x
const i32 N = 1
typedef i32 Id
enum Op { ADD = 1, SUB }
struct Work { 1: Id num, 2: optional shared.S s }
exception Bad { 1: string why }
service Calc extends shared.Base { i32 add(1: Work w) throws (1: Bad b), }
