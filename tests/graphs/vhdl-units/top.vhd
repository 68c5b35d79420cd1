entity top is end entity;

architecture rtl of top is
  component CELL is
    port (a : in integer; b : out integer);
  end component;
  signal x, y : integer;
begin
  u_direct : entity work.cell port map (a => x, b => y);
  u_named  : cell port map (a => work.pkg.half(x), b => y);
  -- Without a use clause this is nothing of the package.
  x <= half(1);
end architecture;
