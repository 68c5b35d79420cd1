use work.pkg.all;

entity Cell is
  port (a : in integer; b : out integer);
end entity;

architecture rtl of cell is
  signal table : work_t;
begin
  b <= half(a) + table(a);
end architecture;
