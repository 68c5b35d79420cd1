with Checks;
with Tests;
procedure Main is
   function Make_Five is new Checks.Make (5, Integer);
   T : Checks.Test;
   N : Natural := 1;
   procedure Check is new Unknown.Check_T (N);
begin
   Tests.Check (T, 2, N, "count");
   Tests.Check (T, "a", "b", "text");
   N := Make_Five (3);
   Check (T, 1);
end Main;
