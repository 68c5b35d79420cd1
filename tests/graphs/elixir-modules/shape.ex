defmodule App.Shape do
  @limit 3
  def area(0), do: 0
  def area(r), do: helper(r) * @limit
  defp helper(r), do: r
end
