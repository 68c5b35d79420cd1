package axi_test;
  class master #(parameter int W = 1);
    task run(int n); endtask
    task stop(); endtask
  endclass
endpackage
