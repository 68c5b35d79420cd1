defmodule App.Main do
  alias App.Shape
  alias App.Shape, as: S
  def run(area) do
    Shape.area(1) |> S.area()
    App.Shape.area(2)
    Enum.map([1], fn x -> helper(x) end)
    area.(1)
    area.field
    other = fn helper -> helper.(1) end
    __MODULE__.run(other)
  end
end
