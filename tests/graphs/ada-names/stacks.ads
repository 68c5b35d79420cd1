generic
   type Item is private;
package Stacks is
   procedure Push (X : Item);
end Stacks;
