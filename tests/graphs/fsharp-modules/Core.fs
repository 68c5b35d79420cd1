namespace Shop.Core

[<AutoOpen>]
module Everywhere =
    let clamp x = min x 10

module Util =
    let add x y = x + clamp y
