package body Checks is
   procedure Check_T (T : in Test'Class; Expect, Value : in Value_Type; Message : in String := "") is
   begin
      null;
   end Check_T;
   function Make (X : Item) return Natural is
   begin
      return Size;
   end Make;
end Checks;
