with Library;
package body Shop is
   function Limit return Integer is (3);
   function Limit (Of_Kind : Kind) return Integer is (4);
   function Is_Full (Self : Item) return Boolean is (Self.Size > Limit);
   procedure Visit (Action : access procedure) is
   begin
      Action.all;
   end Visit;
   procedure Report is null;
   procedure Put (Text : String) is null;
   procedure Put (Number : Integer) is null;
   procedure Put (Form : Kind; Text : String) is null;
   procedure Put (Form : Kind; Text : Library.Rope) is null;
   procedure Grow (Self : Item; By : Integer) is null;
   procedure Grow (Self : Item; To : Kind) is null;
end Shop;
