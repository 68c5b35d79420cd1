(** Adds. *)
let add a b = a + b
let rec even n = if n = 0 then true else odd (n - 1)
and odd n = even (n - 1)
let twice = fun f x -> f (f x)
let kind = function 0 -> zero () | n when even n -> odd n | _ -> 1
let labelled ~left ?(right = default ()) () = add left right
let () = labelled ~left:(add 1 2) ()
let value = add 1 2
let both, other = pair 1
let run x = x |> add 1 |> twice kind; print_int @@ add 1 x
