`define CHECK(x) if (!x) $error("x");
