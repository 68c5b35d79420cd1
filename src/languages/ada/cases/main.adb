with Shop.Core;
procedure Main is
   X, Y : Integer := Shop.Core.Total (1);
   type Row is array (1 .. 3) of Integer;
begin
   declare
      Z : Integer;
   begin
      Z := X;
      Shop.Core.Draw (Y);
   end;
   case X is
      when 1 => Main;
      when others => null;
   end case;
end Main;
