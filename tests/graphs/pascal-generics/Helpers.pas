unit Helpers;
interface
type
  THelper = class
    class function Exists<T>(Value: T): Boolean;
  end;
implementation
class function THelper.Exists<T>(Value: T): Boolean;
begin
  Result := True;
end;
procedure Pick<T>(Value: T);
begin
  THelper.Exists<T>(Value);
end;
procedure Use;
begin
  Pick<Integer>(1);
end;
end.
