defmodule Flow do
  def flow(x) do
    {:ok, y} = fetch(x)
    with {:ok, z} <- fetch(y), do: keep(z)
    case fetch(z) do
      {:error, why} when is_atom(why) -> log(why)
      other -> keep(other)
    end
    for i <- list(x), odd?(i), do: keep(i)
    f = fn a, b -> add(a, b) end
    f.(1, 2)
    Enum.map(list(x), &keep/1)
    if ready?(x), do: keep(x), else: log(x)
    x.name
    "text #{keep(x)}"
  end
end
