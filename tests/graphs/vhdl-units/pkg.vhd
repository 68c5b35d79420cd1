package pkg is
  function Half (n : integer) return integer;
  function limit (n : integer) return integer;
  function limit (n : real) return integer;
end package;
