generic
   type Item is private;
package Shop.Stacks is
   procedure Push (X : in Item);
end Shop.Stacks;
