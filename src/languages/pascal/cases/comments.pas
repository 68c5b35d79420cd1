unit Comments;
interface
{ Limits. }
const Limit: Integer = 3;
// Goes.
procedure Go;
implementation
{$IFDEF DEBUG}
procedure Log; begin WriteLn('Go;'); end;
{$ENDIF}
(* It goes. *)
procedure Go;
begin
  { Stop; }
  Go;
end;
end.
