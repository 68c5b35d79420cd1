with Stores; use Stores;
procedure Main is
   protected Gate is
      procedure Open;
   end Gate;
   protected body Gate is
      procedure Open is null;
   end Gate;
   Whole : Store;
   Rack  : Shelf;
   Text  : String := "a";
   N     : Integer;
begin
   Whole.Clear;
   N := Rack.Content.Line ("a");
   Rack.Content.Wait (N);
   Gate.Open;
   Text.Line;
   Clear;
end Main;
