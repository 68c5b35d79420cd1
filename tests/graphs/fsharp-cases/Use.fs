namespace Draw

[<RequireQualifiedAccess>]
type Mode =
    | Circle of int
    | Plain

type Size = int
type Pen() =
    member _.Draw(shape: Shape) = ()
type Tools = { Pen: Pen }
type Box = { Tools: Tools }

module Use =
    let first (box: Box) = box.Tools.Pen.Draw(Circle 2.0)
    let second = Mode.Circle 1
    let third text = int text
