package Stores is
   protected type Store is
      procedure Clear;
      function Line (Name : String) return Integer;
      entry Wait (N : Integer);
   private
      Names : Library.Set;
      Size  : Integer := 0;
   end Store;
   type Shelf is record
      Content : Store;
   end record;
   function Names (Of_Shelf : Shelf) return Integer;
end Stores;
