package body Shop.Prices is
   function Twice (X : Integer) return Integer is (X * 2);
   function Find (Item : Integer) return Integer is
   begin
      Log ("find");
      return Twice (Item) + Table (1);
   end Find;
end Shop.Prices;
