with Stacks;
package Shop is
   procedure Run;
private
   package Numbers is new Stacks (Integer);
end Shop;
