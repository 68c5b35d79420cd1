unit Shop.Core;
interface
uses SysUtils, Shop.Prices;
type
  TItem = record
    Price: Integer;
  end;
  TKind = (Small, Large);
  { A shop. }
  TShop = class(TBase, IShop)
  private
    FCount: Integer;
    FPrices: TPrices;
  public
    constructor Create(AOwner: TPrices);
    function Total(const A: TItem; B, C: Integer = 2): Integer; override;
    class procedure Reset;
    property Count: Integer read FCount write SetCount;
  end;
  IShop = interface ['{1}'] procedure Go; end;
function Helper(X: Integer): Integer;
const Limit = 3;
var Shop: TShop;
implementation
uses Other;
function Helper(X: Integer): Integer;
begin
  Result := X * Twice(X);
end;
constructor TShop.Create(AOwner: TPrices);
begin
  inherited Create(AOwner);
  FPrices := TPrices.Create;
end;
function TShop.Total(const A: TItem; B, C: Integer): Integer;
var
  I: Integer; P: TPrices;
begin
  for I := 0 to 3 do Helper(I);
  FPrices.Find(A);
  Self.Reset;
  Reset;
  P := TPrices.Create;
  try P.Go(1); finally P.Free; end;
  if A.Price > 3 then Exit(Helper(2)) else WriteLn('x');
  with P do Go(2);
  Items[1].Run;
end;
class procedure TShop.Reset;
begin
end;
initialization
  Helper(1);
end.
