package Shop.Prices is
   Table : array (1 .. 3) of Integer;
   function Find (Item : Integer) return Integer;
end Shop.Prices;
