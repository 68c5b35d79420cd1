package body Shop.Stacks is
   procedure Push (X : in Item) is
   begin
      null;
   end Push;
end Shop.Stacks;
