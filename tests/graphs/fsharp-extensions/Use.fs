module Shop.Use

open Web

let price (cart: Cart) = cart.Half()
// A type from outside stays outside, whoever adds members to it.
let check (request: Request) = request.IsEmpty()
let make () = Request()
