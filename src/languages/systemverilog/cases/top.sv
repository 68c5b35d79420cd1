module top; adder #(8) a1 (.*), a2 (.*); bind adder chk c (.*); `define MAX(a,b) ((a)>(b)?(a):(b))
 covergroup cg; endgroup
 property p1; @(posedge clk) a |-> b; endproperty
 assert property (p1);
endmodule
