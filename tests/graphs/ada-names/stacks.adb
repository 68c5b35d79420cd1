package body Stacks is
   procedure Push (X : Item) is null;
end Stacks;
