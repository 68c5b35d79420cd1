-module(broken).
a() -> b(.
c() -> d().
-ifdef(TEST).
e() -> f().
-endif.
