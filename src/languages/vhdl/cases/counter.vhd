library ieee;
  use ieee.numeric_std.all;
library work;
  use work.pkg_math.all;
  use work.pkg_other.halve;

entity Counter is
  generic (Width_g : positive := max(4, 8));
  port (
    Clk, Rst : in  std_logic;
    Count    : out std_logic_vector(Width_g - 1 downto 0)
  );
end entity;

architecture rtl of Counter is
  signal value : unsigned(Width_g - 1 downto 0);
begin
  p_count : process (Clk) is
  begin
    if rising_edge(Clk) then
      value <= value + HALVE(2);
      Clear(Rst);
    end if;
  end process;
  Count <= std_logic_vector(value(3 downto 0));
  i_next : entity work.Follower
    generic map (Depth_g => work.pkg_math.max(1, 2))
    port map (Clk => Clk, Data => Count);
end architecture;
