open Util
module L = Store
module M = struct
  let inside x = helper x
  module Deep = struct let far () = inside 1 end
end
include Base
let a = M.inside 1
let b = M.Deep.far ()
let c = L.put 1
let d = Other.Nested.go 2
let e = Store.(put (get 1))
let f = let open Store in get 2
