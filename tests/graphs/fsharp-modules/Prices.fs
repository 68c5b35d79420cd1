module Shop.Prices

let lookup id = id * 2

let private hidden x = lookup x

type Price(amount: int) =
    member this.Tax() = hidden amount
    static member Zero() = Price(0)
