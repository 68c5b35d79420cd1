package Walks is
   type Walker is tagged null record;
   procedure Scan (W : in out Walker; Path : in String);
   procedure Step (W : in out Walker; Path : in String);
end Walks;
