module tb;
  typedef axi_test::master #(.W(4)) master_t;
  typedef outside::thing #(.W(4)) thing_t;
  typedef logic [3:0] nibble_t;
  initial begin : work
    automatic master_t m = new();
    automatic thing_t t = new();
    automatic nibble_t n;
    m.run(1);
    m.missing(1);
    t.run(1);
    n.run(1);
  end
endmodule
