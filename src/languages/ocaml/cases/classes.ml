type shape = Square of int | Circle of { radius : int }
type point = { x : int; mutable y : int }
exception Wrong of string

class counter start = object (self)
  val mutable n = start
  method get = n
  method add k = n <- n + k; self#log (k + self#get)
  method private log k = print_int k
end

let use c = c#add 1; (new counter 1)#get
let area = function Square s -> s * s | Circle { radius } -> times radius radius
let safe f = try f () with Wrong m -> say m | Not_found -> 0
