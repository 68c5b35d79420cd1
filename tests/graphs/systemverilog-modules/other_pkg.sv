package other_pkg;
  function int twice(int x);
    return x;
  endfunction
endpackage
