defprotocol App.Shape do
  def area(shape)
end

defmodule App.Square do
  defstruct [:side]

  defmodule Builder do
    def build(n), do: App.Square.make(n)
  end

  def make(n), do: %App.Square{side: n}
  def built, do: Builder.build(1)

  defimpl App.Shape do
    def area(s), do: s.side * s.side
  end
end

defimpl App.Shape, for: Integer do
  def area(n), do: App.Square.make(n)
end
