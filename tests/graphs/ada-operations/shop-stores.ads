with Shop.Logs;
package Shop.Stores is
   type Store is tagged record
      Count : Integer;
   end record;
   type Wide_Store is new Store with null record;
   procedure Put (Self : in out Store; Item : in String);
   procedure Put (Self : in out Store; Item : in Integer);
   function Size (Self : access Store'Class) return Integer;
end Shop.Stores;
