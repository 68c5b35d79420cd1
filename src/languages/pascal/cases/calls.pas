program Calls;
uses Shop.Core;
var Shop: TShop;
function Twice(X: Integer): Integer; forward;
procedure Run(const Names: array of string);
  procedure Inner(A, B: Integer);
  begin
    Twice(A);
  end;
begin
  Inner(1, 2);
  Shop.Prices.Find('x').Go;
  with Shop do Total(1);
  if Twice(3) > 2 then Run([]) else Halt;
end;
function Twice(X: Integer): Integer;
begin
  Result := X * 2;
end;
begin
  Shop := TShop.Create(nil);
  Run(['a']);
end.
