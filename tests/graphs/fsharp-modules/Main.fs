module Shop.Main

open Shop.Core
open Shop.Prices

let total items = items |> List.map lookup |> List.fold Util.add 0

let taxed (price: Price) = price.Tax() |> clamp

let made () = taxed (Price.Zero())

// Receivers nobody knows, parameters and other people's modules are no edges.
let unknown thing = thing.Tax()
let given lookup = lookup 3
let outside xs = Seq.add xs
