with Shop.Parts;
package body Shop is
   package P renames Shop.Parts;
   use P;
   procedure Show (Number : Integer) is null;
   procedure Run is
      procedure Show (Text : String) is null;
   begin
      while Parts.Ready loop
         Numbers.Push (1);
      end loop;
      Fit ("a");
      Show (2);
      Show ("b");
   end Run;
end Shop;
