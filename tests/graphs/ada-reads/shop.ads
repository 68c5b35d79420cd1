package Shop is
   type Kind is (Small, Large);
   Count : Integer := 0;
   type Item is tagged record
      Size : Integer;
   end record;
   function Limit return Integer;
   function Limit (Of_Kind : Kind) return Integer;
   function Is_Full (Self : Item) return Boolean;
   procedure Visit (Action : access procedure);
   procedure Report;
   procedure Put (Text : String);
   procedure Put (Number : Integer);
   procedure Put (Form : Kind; Text : String);
   procedure Put (Form : Kind; Text : Library.Rope);
   procedure Show (Text : String) renames Library.Show;
   procedure Grow (Self : Item; By : Integer);
   procedure Grow (Self : Item; To : Kind);
end Shop;
