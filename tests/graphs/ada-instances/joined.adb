with Checks;
with Tests;
procedure Joined is
   use Tests;
   type Color is (Red, Green);
   procedure Check is new Checks.Check_T (Color);
   T : Checks.Test;
begin
   Check (T, "a", "b");
   Check (T, 1, 2);
end Joined;
