class base_agent;
  function new(string name);
  endfunction
  virtual function void build();
  endfunction
endclass
class agent extends base_agent;
  base_agent peer;
  extern function void run(int n);
  function void build();
    super.build();
    run(1);
    peer.build();
  endfunction
endclass
function void agent::run(int n);
  this.build();
  unknown.build();
endfunction
