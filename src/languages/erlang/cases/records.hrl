-record(item, {name :: string(), price = default() :: integer()}).
-type money() :: integer() | #item{}.
-opaque secret() :: term().
get(#item{name = N} = I) -> I#item.price, I#item{name = N ++ "x"}.
