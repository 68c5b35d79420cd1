`include "macros.svh"
module top import util_pkg::*; (input logic clk);
  logic [WIDTH-1:0] s;
  inv u_inv (.a(clk), .y());
  assign s = add(1, other_pkg::twice(2));
  task show(string m);
    $display("%s", m);
  endtask
  initial begin
    show("x");
    `CHECK(s)
  end
endmodule
