`include "defs.svh"
package util_pkg;
  parameter int WIDTH = 8;
  typedef enum logic [1:0] { IDLE, RUN } state_e;
  typedef struct packed { logic a; logic [3:0] b; } pair_t;
  function automatic int add(input int x, int y);
    return helper(x) + y;
  endfunction
  function int helper(int x); return x; endfunction
endpackage
