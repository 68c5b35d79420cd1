unit Shop;
interface
uses Prices;
type
  TShop = class(TBase)
    FPrices: TPrices;
    constructor Create;
    function Total(A: Integer): Integer;
    procedure Reset;
  end;
implementation
constructor TShop.Create;
begin
  inherited Create;
  FPrices := TPrices.Create;
end;
function TShop.Total(A: Integer): Integer;
begin
  Result := FPrices.Find(A) + Twice(A);
  Reset;
  Missing(A);
end;
procedure TShop.Reset;
begin
end;
end.
