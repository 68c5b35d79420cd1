unit Broken;
interface
procedure ( ;
implementation
procedure Go;
begin
  Stop(;
  Go;
