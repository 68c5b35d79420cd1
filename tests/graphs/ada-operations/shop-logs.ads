package Shop.Logs is
   procedure Write (Text : in String);
end Shop.Logs;
