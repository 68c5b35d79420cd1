package body Shop.Values is
   procedure Put (Text : String) renames Other.Put;
   function Limit return Integer is (3);
   protected Gate is
      procedure Open;
   end Gate;
   protected body Gate is
      procedure Open is begin Count := Count + 1; end Open;
      entry Wait (N : Integer) when Count > 0 is begin Open; end Wait;
   end Gate;
   function Make (Size : Integer) return Item
     with Pre => Is_Valid (Size), Inline, Convention => C;
   procedure Run is
      Line : Item renames Current.Line;
   begin
      Put (Text => "a" & Name (1), Other => Limit + 1);
      Put (Limit'Image & Integer'Image (2));
      Put ('x');
      Call (Run'Access);
      for Word of Words loop
         Put (Word);
      end loop;
      if (for some N of Numbers => Is_Odd (N)) then
         Gate.Open;
      end if;
      return Result : Item := Make (2) do
         Result.Fill;
      end return;
   end Run;
end Shop.Values;
