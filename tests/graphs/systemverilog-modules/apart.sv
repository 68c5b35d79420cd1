// A port, a parameter and an instance are no calls, and what no import brings is nobody's.
module apart (input logic add);
  sub #(.W(WIDTH)) twice (.a(add));
  initial twice(3);
endmodule
