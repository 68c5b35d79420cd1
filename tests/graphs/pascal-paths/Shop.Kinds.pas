unit Shop.Kinds;
interface
type
  TCart = class;
  ICart = interface;
  ECart = class(Exception);
  TItem = class
    Cart: TCart;
    function Price: {$IFDEF FPC}TCart{$ELSE}TItem{$ENDIF};
  end;
  ICart = interface
    procedure Close;
  end;
  TCart = class
    procedure Open;
    function Add(S: string): TCart; overload;
    function Add(N: Integer): TCart; overload;
  end;
implementation
procedure TCart.Open;
begin
end;
function TCart.Add(S: string): TCart;
begin
end;
function TCart.Add(N: Integer): TCart;
begin
end;
function TItem.Price: {$IFDEF FPC}TCart{$ELSE}TItem{$ENDIF};
begin
end;
end.
