with Shop; use Shop;
with Library;
procedure Main is
   Box  : Item;
   Rope : Library.Rope;
begin
   if Shop.Limit > Count then
      Visit (Report'Access);
   end if;
   if Box.Is_Full then
      Put ("full: " & Library.Name (Box.Size));
   end if;
   Put (Limit);
   Put (Limit'Image);
   Put (Small, "a" & Rope);
   Put (Small, "a" & Library.Name (2));
   Show ("b");
   Grow (Box, To => Large);
   Grow (Self => Box, By => 2);
end Main;
