namespace Draw

[<RequireQualifiedAccess>]
type Mode =
    | Circle of int
    | Plain

type Size = int
type Pen() =
    member _.Draw(shape: Shape) = ()
type Tools = { Main: Pen }
type Box = { Kit: Tools }

module Use =
    let first (box: Box) = box.Kit.Main.Draw(Circle 2.0)
    let second = Mode.Circle 1
    let third text = int text
