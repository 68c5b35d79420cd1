package Shop.Parts is
   function Ready return Boolean;
   procedure Fit (Name : String);
end Shop.Parts;
