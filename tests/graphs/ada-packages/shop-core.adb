with Shop.Prices;
with Ada.Text_IO; use Ada.Text_IO;
package body Shop.Core is
   package P renames Shop.Prices;
   procedure Run (Item : Integer) is
      X : Integer := Prices.Find (Item);
   begin
      X := P.Find (X) + Shop.Prices.Find (X);
      Put_Line ("x");
      Twice (X);
      Item.Find (1);
      Find (X);
   end Run;
end Shop.Core;
