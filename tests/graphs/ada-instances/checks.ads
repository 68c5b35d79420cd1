package Checks is
   type Test is tagged null record;
   generic
      type Value_Type is (<>);
   procedure Check_T (T : in Test'Class; Expect, Value : in Value_Type; Message : in String := "");
   generic
      Size : Natural;
      type Item is private;
   function Make (X : Item) return Natural;
end Checks;
