entity Half is
  port ( a : in
architecture of Half is
begin
  x <= f(;
  u : entity work.
end;
entity Whole is end entity;
