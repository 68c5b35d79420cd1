-module(macros).
-include("shop.hrl").
-include_lib("kernel/include/file.hrl").
-define(TIMEOUT, 5000).
-define(CALL(X), gen_server:call(?MODULE, X, ?TIMEOUT)).
go() -> ?CALL(wait()), ?TIMEOUT.
