architecture sim of top is
  component ram is
    port (addr : in integer; data : out integer);
  end component;
  signal addr, data : integer;
begin
  u_ram : ram port map (addr => addr, data => data);
  u_com : component ram port map (addr, open);
  g_all : for i in 0 to 3 generate
    u_x : entity work.cell(fast) port map (a => pick(i));
  end generate;
  watch(data);
end architecture;
