unit Conds;
interface
type
  {$IFDEF FPC}
  TLate = class;
  TSide = class(TObject)
    procedure Early;
  end;
  {$ENDIF}
  TMain = class
    function Read: {$IFDEF FPC}TSide{$ELSE}TMain{$ENDIF};
    procedure Run;
    procedure Last;
  end;
  TPart = record
    case Kind: Integer of
      0: (A: Integer);
  end;
implementation
function TMain.Read: {$IFDEF FPC}TSide{$ELSE}TMain{$ENDIF};
{$IFNDEF FPC}
var
  A: Integer;
begin
  A := 1;
{$ELSE}
begin
  Early;
{$ENDIF}
end;
{$IFDEF FPC}
procedure TSide.Early;
begin
end;
{$ENDIF}
procedure TMain.Run;
begin
  {$IFDEF DEBUG}
  if Ready then
  begin
  {$ELSE}
  begin
  {$ENDIF}
    Last;
  end;
  Read.Last; // {$ENDIF} that is none
  Last;
end;
procedure TMain.Last;
begin
end;
end.
