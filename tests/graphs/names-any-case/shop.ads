package Shop is
   procedure Sell;
end Shop;
