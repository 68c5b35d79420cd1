defmodule App.Shop do
  alias App.Cart
  alias App.Users.{Admin, Guest}
  alias App.Store, as: S
  import App.Math
  require Logger
  use App.Base, of: :shop

  def run(x) do
    Cart.add(x)
    Admin.check(x)
    Guest.new()
    S.put(x) |> App.Other.done()
    Logger.info("x")
    plus(1, 2)
    Cart.Item.price(x)
    __MODULE__.run(x)
  end
end
