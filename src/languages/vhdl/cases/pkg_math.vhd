library ieee;
use ieee.std_logic_1164.all;

package pkg_math is
  -- The larger one.
  function max (a : in integer; b : in integer) return integer;
  procedure Clear (signal s : out std_logic);
  constant Width_c : natural := 8;
  type State_t is (Idle_s, Run_s);
  type Pair_t is record
    First  : integer;
    Second : State_t;
  end record;
end package;

package body pkg_math is
  function max (a : in integer; b : in integer) return integer is
    variable larger : integer := a;
  begin
    if b > larger then
      return b;
    end if;
    return larger;
  end function;

  procedure Clear (signal s : out std_logic) is
  begin
    s <= '0';
  end procedure;
end package body;
