defmodule App.Shape do
  alias App.{Other, Util}
  alias App.Long, as: L
  import Enum, only: [map: 2]
  use GenServer
  @limit 3
  defstruct [:r]
  @doc "x"
  def area(%{r: r} = s, x \\ 1) when r > 0 do
    y = helper(r)
    Other.go(y) |> L.run(1) |> local_one()
    Enum.map([1], fn a -> twice(a) end)
    case x do
      {:ok, v} -> use_it(v)
    end
    f.(1)
    s.field
    &helper/1
  end
  defp helper(r), do: r * @limit
  defmacro m(x), do: quote(do: unquote(x))
  defmodule Inner do
    def deep, do: App.Shape.area(1)
  end
end
