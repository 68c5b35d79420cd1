unit Prices;
interface
uses Hidden;
type
  TBase = class
    constructor Create;
  end;
  TPrices = class
    function Find(A: Integer): Integer;
  end;
function Twice(A: Integer): Integer;
implementation
constructor TBase.Create;
begin
end;
function TPrices.Find(A: Integer): Integer;
begin
  Result := Far(A);
end;
function Twice(A: Integer): Integer;
begin
  Result := A;
end;
end.
