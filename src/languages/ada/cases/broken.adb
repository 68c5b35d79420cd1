package body Broken is
   procedure Go ( is
   begin
      Stop (;
   end Go;
