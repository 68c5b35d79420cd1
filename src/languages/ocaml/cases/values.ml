(** Doc. *)
open Util
module L = List
let limit = 3
let rec area x y = helper (x + y) |> Util.show
and helper n = if n > limit then n else helper (n - 1)
let run ?(k = 1) ~name (a, b) () =
  let f z = area z 1 in
  let g = fun q -> helper q in
  match a with Some v -> f v; Shape.draw v | None -> b a; g 2
type shape = Circle of float | Square
type p = { mutable x : int; y : int }
module Inner = struct
  let go () = run ()
end
let () = run ~name:"a" (1, 2) (); Inner.go ()
class point = object
  method get = helper 1
end
let _ = List.map area [1]; p#get
