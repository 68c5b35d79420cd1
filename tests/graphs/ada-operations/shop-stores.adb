package body Shop.Stores is
   procedure Put (Self : in out Store; Item : in String) is
      procedure Nested (Self : in out Store) is
      begin
         null;
      end Nested;
   begin
      Shop.Logs.Write (Item);
      Nested (Self);
   end Put;
   procedure Put (Self : in out Store; Item : in Integer) is
   begin
      Self.Put ("number");
   end Put;
   function Size (Self : access Store'Class) return Integer is
   begin
      return Self.Count;
   end Size;
end Shop.Stores;
