package other;
  class driver;
    task run(int n); endtask
  endclass
endpackage
