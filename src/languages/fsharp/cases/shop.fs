namespace Shop.Core

open System
open Shop.Prices

module Util =
    /// Adds.
    let inline add x y = x + y
    let rec private fact n = if n = 0 then 1 else n * fact (n - 1)
    let (|Even|Odd|) n = if n % 2 = 0 then Even else Odd
    let rec even n = n = 0 || odd (n - 1)
    and odd n = n <> 0 && even (n - 1)

[<AutoOpen>]
module Always =
    let limit = 10

module Main =
    module P = Shop.Prices
    let total (items: int list) =
        let helper x = Util.add x 1
        items |> List.map helper |> List.sum |> Util.fact
    let run = fun x -> total [ x ] + limit
