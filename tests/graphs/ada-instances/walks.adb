package body Walks is
   procedure Scan (W : in out Walker; Path : in String) is
   begin
      Walker'Class (W).Step (Path);
   end Scan;
   procedure Step (W : in out Walker; Path : in String) is
   begin
      null;
   end Step;
end Walks;
