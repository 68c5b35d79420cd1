-module(shop).
-export([start/0, total/1]).
-include("shop.hrl").
-import(shop_util, [each/2]).
start() -> shop_db:open(), shop_db:open(1), each(fun total/1, []), ?LOG(x).
total(#item{price = P}) -> total(P, 0), lists:sum([P]), Mod = shop_db, Mod:open().
total(A, B) -> A + B.
