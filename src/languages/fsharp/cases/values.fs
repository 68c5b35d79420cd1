module Values

let first, second = pair ()
let name = "text"
let shown = $"a {f 1} b"
let rec walk tree =
    match tree with
    | Some { Left = left; Value = v } when check v -> walk left
    | Leaf x -> x
    | _ -> 0
let both = walk >> print
let copy p = { p with X = walk p.X }
let made = { new IShape with
               member _.Area() = walk 3 }
let each xs = [ for x in xs -> walk x ]
let lazily = lazy (walk 1)
let member' x = (walk x).Name.Go(1)
let generic x = box<int> x
let (+.) a b = plus a b
