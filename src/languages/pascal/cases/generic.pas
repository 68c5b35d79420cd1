unit Generic;
interface
type
  TBox<T> = class
    FItem: T;
    procedure Put(const AItem: T); virtual; abstract;
    function Get: T;
  end;
  TInts = array of Integer;
implementation
function TBox<T>.Get: T;
begin
  Result := FItem;
  Put(FItem);
end;
end.
