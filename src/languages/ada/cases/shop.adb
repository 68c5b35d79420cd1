with Ada.Text_IO; use Ada.Text_IO;
with Shop.Prices;
package body Shop.Core is
   package P renames Shop.Prices;
   type Item is record
      Price : Integer;
   end record;
   type Kind is (Small, Large);
   type Thing is new Base with private;
   --  Sums them.
   function Total (A : Item; B, C : Integer := 2) return Integer is
      X : Integer := Shop.Prices.Of_Item (A);
      Y : constant String := "a";
      procedure Inner is null;
   begin
      Put_Line ("hello");
      Inner;
      X := P.Twice (X) + Helper (A.Price);
      for I in 1 .. 3 loop
         Reset (I);
      end loop;
      A.Go (1);
      A.Run;
      return Total (A => A, B => 1, C => 2);
   exception
      when E : others => Log (E);
   end Total;
   procedure Reset (X : Integer);
   generic
      type T is private;
   package Lists is
   end Lists;
   package Ints is new Lists (T => Integer);
   task body Worker is begin null; end Worker;
   function Is_Ok (X : Integer) return Boolean is (X > Limit);
   overriding procedure Draw (Self : in out Thing) is
   begin
     Draw (Base (Self));
   end Draw;
begin
   Init;
end Shop.Core;
