package body Shop.Parts is
   function Ready return Boolean is (True);
   procedure Fit (Name : String) is null;
end Shop.Parts;
