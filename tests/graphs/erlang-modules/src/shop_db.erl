-module(shop_db).
-export([open/0, open/1]).
open() -> open(0).
open(_) -> shop:start(), each(1, 2), shop:missing(), hidden().
hidden() -> 'open', "open()".
