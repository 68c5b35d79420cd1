%% A shop.
-module(shop).
-behaviour(gen_server).
-export([start/1, total/2]).
-spec start(list()) -> ok.
%% Starts it.
start(Args) ->
    shop_db:open(Args),
    first(Args).
total([H|T], Acc) when is_integer(Acc) ->
    case price(H) of
        {ok, P} -> total(T, Acc + P);
        _ -> error(bad)
    end;
total([], Acc) -> Acc.
total(X) -> total(X, 0).
