with Shop.Stores;
with Shop.Stacks;
procedure Main is
   package Numbers is new Shop.Stacks (Integer);
   S : Shop.Stores.Wide_Store;
   X : Unknown_Type;
begin
   S.Put ("one");
   S.Put (2);
   S.Nested;
   X.Put ("one");
   Numbers.Push (3);
end Main;
