interface bus_if (input logic clk);
  logic valid;
  modport master(output valid);
endinterface
module adder import util_pkg::*; #(parameter int W = 8) (input logic [W-1:0] a, b, output logic [W-1:0] s);
  localparam int N = $clog2(W);
  state_e st;
  assign s = add(a, util_pkg::helper(b));
  always_ff @(posedge clk) begin
    if (!rst) st <= IDLE; else st <= next(st);
  end
  task automatic show(string m); $display("%s", m); endtask
  initial begin show("x"); end
  generate for (genvar i = 0; i < 2; i++) begin : g_x
    inv #(.W(W)) u_inv (.a(a[i]), .y());
  end endgenerate
  bus_if u_bus (.clk(clk));
endmodule
