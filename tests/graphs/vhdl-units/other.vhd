package other is
  function half (n : integer) return integer;
end package;
package body other is
  function half (n : integer) return integer is
  begin
    return n;
  end function;
end package body;
