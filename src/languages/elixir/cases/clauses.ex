defmodule App.Clauses do
  @moduledoc "Clauses of functions."
  @limit 10

  @doc "Counts."
  def count([]), do: 0
  def count([_ | rest]), do: 1 + count(rest)
  def count(list, from) when from > @limit, do: below(list, from)
  defp below(_, from), do: from
  defmacro twice(x), do: quote(do: unquote(x) * 2)
  defguard is_big(x) when x > 10
end

defmodule Guards do
  def pick(list) do
    Enum.map(list, fn
      {:ok, x} = whole when x > limit(whole) -> x
      y when is_list(y) -> size(y)
    end)
  end

  defmacro made(name) do
    quote do
      def unquote(name)(a), do: a
      def fixed(b), do: helper(b)
    end
  end
end
