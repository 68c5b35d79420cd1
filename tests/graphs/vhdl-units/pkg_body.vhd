package body pkg is
  function Half (n : integer) return integer is
  begin
    return LIMIT(n) / 2;
  end function;
  function limit (n : integer) return integer is
  begin
    return n;
  end function;
  function limit (n : real) return integer is
  begin
    return integer(n);
  end function;
end package body;
