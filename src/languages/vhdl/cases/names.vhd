package body names is
  type Table_t is array (0 to 3) of integer;
  function F (n : integer) return Table_t is
    variable Local_v : Table_t;
  begin
    Local_v(0) := f(n)(1) + g(Local_v(1), key => h(2));
    return Local_v;
  end function;
  procedure nothing is
  begin
    nothing;
    work.tools.run(1);
    obj.method(2);
    report "log(1)" & integer'image(F(1)(0));
  end procedure;
end package body;
