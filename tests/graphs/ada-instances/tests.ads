with Checks;
with Ada.Calendar;
package Tests is
   procedure Check is new Checks.Check_T (Value_Type => Integer);
   procedure Check is new Checks.Check_T (Character);
   procedure Check (T : in Checks.Test'Class; Expect, Value : in Ada.Calendar.Time; Message : in String := "");
   procedure Check (T : in Checks.Test'Class; Expect, Value : in String; Message : in String := "");
end Tests;
