open Util
module U = Util

module Inner = struct
  let helper n = show n
  let go n = helper n
end

(* A call of a local is nobody's function; a constructor is no call. *)
let local show = show 1; Some (show 2)
let outside xs = List.map Util.show xs
let run n = Inner.go n; U.helper n; n |> Util.show; show @@ n

let () = run 1
