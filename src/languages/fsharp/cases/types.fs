module Shop.Types

type Color =
    | Red
    | Green of int

type Level = Low = 1 | High = 2

type Point =
    { X: int; Y: Color }
    member this.Norm() = this.X + this.Twice 2
    member this.Twice n = n * this.X
    member _.Zero = 0
    static member Make(x, y: Color) = { X = x; Y = y }

type IShape =
    abstract member Area: unit -> float

type Circle(r: float, p: Point) =
    inherit Base(r)
    let area () = r * r
    new() = Circle(1.0, Point.Make(1, Red))
    interface IShape with
        member this.Area() = area ()
    override this.ToString() = sprintf "%f" (p.Norm())

exception Broken of string

type Point with
    member this.More() = this.Norm()

let paint (p: Point) = p.Norm() |> Green
