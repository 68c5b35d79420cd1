package Shop is
   procedure Log (Text : String);
end Shop;
