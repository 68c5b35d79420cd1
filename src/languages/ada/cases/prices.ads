package Shop.Prices is
   Limit : constant Integer := 3;
   type Base is abstract tagged limited private;
   function Of_Item (A : Item) return Integer;
   procedure Draw (Self : Base) is abstract;
   function Count return Natural is (3);
private
   type Base is record X : Integer; end record;
end Shop.Prices;
