class base extends uvm_object;
  rand int x;
  constraint c_x { x > 0; }
  `uvm_object_utils(base)
  function new(string name = ""); super.new(name); endfunction
  virtual function void go(); this.step(1); endfunction
  extern function void step(int n);
  static function int make(); return 1; endfunction
endclass
function void base::step(int n);
  base b = new("a");
  b.go();
  base::make();
  void'(b.randomize());
  `uvm_info("a", $sformatf("x %0d", n), UVM_LOW)
  foo#(int)::get().run();
endfunction
