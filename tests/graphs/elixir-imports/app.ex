defmodule App.Helpers do
  def shout(text), do: text
  def inspect_all(x), do: inspect(x)
end

defimpl Inspect, for: App.Thing do
  def inspect(thing, opts), do: show(thing, opts)
  defp show(thing, _), do: thing
end

defprotocol App.Size do
  def size(x)
end

defimpl App.Size, for: App.Thing do
  def size(_), do: 1
end

defmodule App.User do
  import App.Helpers
  def run(x), do: shout(own(inspect(x)))
  defp own(x), do: App.Size.size(x)
end

defmodule App.Alone do
  def run(x), do: shout(x)
end
