module H = Base.Header
module Out = Base.Make (Stdout)
let again = H.get
let alias x = H.get x
let opened x = H.(get x)
let applied x = Out.write x
let called x = again x
(* host is a value here, whatever a library calls so. *)
let not_called x = let host = x in Domain_name.(host (make x))
