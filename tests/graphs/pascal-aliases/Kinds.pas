unit Kinds;
interface
type
  TBase = class
    class function Parse(S: string): TBase;
    class function Instance: TBase;
    procedure Close;
  end;
  TOther = TBase;
  TNames = array of string;
  TLoop = TLoop;
implementation
class function TBase.Parse(S: string): TBase;
begin
end;
class function TBase.Instance: TBase;
begin
end;
procedure TBase.Close;
begin
end;
end.
