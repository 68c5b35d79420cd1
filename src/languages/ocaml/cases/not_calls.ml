(* Constructors, fields, types and what is only named are no calls. *)
include Base
type t = A of int | B
let make n = A n
let pick r = r.field
let hand f = List.iter make [f]
let punned { go; _ } = go 1
let inside x = Util.(show x)
let each = function A n -> make n | B -> B
let loop () = for i = 1 to 3 do ignore i done
module type S = sig val go : int -> int end
