package util_pkg;
  parameter int WIDTH = 8;
  function automatic int add(input int x, int y);
    return twice(x) + y;
  endfunction
  function int twice(int x);
    return x * 2;
  endfunction
endpackage
