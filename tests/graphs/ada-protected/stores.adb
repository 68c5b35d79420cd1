package body Stores is
   protected body Store is
      procedure Reset is
      begin
         Size := 0;
      end Reset;
      procedure Clear is
      begin
         Reset;
         Names.Clear;
      end Clear;
      function Line (Name : String) return Integer is (Size);
      entry Wait (N : Integer) when Size > 0 is
      begin
         Clear;
      end Wait;
   end Store;
   function Names (Of_Shelf : Shelf) return Integer is (1);
end Stores;
