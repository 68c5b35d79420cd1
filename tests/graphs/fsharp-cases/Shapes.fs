namespace Draw

type Shape =
    | Circle of float
    | Square of side: int
    | Nothing

module Shapes =
    let make r = Circle r
    let other = Shape.Square 2
    let piped = 1.0 |> Circle
    let size shape =
        match shape with
        | Circle r -> r
        | Square side -> float side
        | Nothing -> 0.0
    let all =
        [
            Circle 1.0
            Square 2
        ]
