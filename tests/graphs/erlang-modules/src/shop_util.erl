-module(shop_util).
-export([each/2]).
each(F, L) -> [F(X) || X <- L].
