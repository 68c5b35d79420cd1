generic
   type Item is private;
   with procedure Visit (I : Item);
package Stacks is
   --  One of them.
   package Inner is
      procedure Push (I : Item);
   end Inner;
   Full : exception;
   subtype Small is Integer range 1 .. 3;
end Stacks;
