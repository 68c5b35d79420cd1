namespace Shop

type Cart(total: int) =
    member this.Total() = total

type Request with
    member this.IsEmpty() = true

type Cart with
    member this.Half() = this.Total()
