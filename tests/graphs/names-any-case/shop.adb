with LOG;
package body SHOP is
   function Price (X : Integer) return Integer is (X);
   procedure Sell is
      Total : Integer;
   begin
      total := PRICE (1);
      Log.write (Total);
   end SELL;
end Shop;
