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
procedure Use;
begin
  Pick<Integer>(1);
  THelper.Exists<TInts>(Get);
  TBox<Integer>.create;
end;
end.
