module good; initial go(); endmodule
module half (input a;
  function int f(int x
  assign y = g(a);
endmodule
class again; task t(); good(); endtask endclass
