-module(functions).
-import(lists, [map/2, foldl/3]).
go(L) ->
    F = fun(X) -> one(X, 1) end,
    map(F, L), map(fun one/2, L), map(fun lists:flatten/1, L),
    F(1), M = ?MODULE, M:go(1), ?MODULE:go(2), functions:go(3),
    [one(Y, Z) || Y <- L, Z <- two()],
    try three() of _ -> ok catch error:_ -> four() after five() end.
