unit Shop;
interface
uses Shop.Kinds;
type
  TCart = Shop.Kinds.TCart;
  TOpen = class(Shop.Kinds.TCart)
  end;
  {$IFDEF FPC}
  TPart = Shop.Kinds.TCart;
  {$ELSE}
  TPart = Shop.Kinds.TItem;
  {$ENDIF}
  TWhich = class(TPart)
  end;
implementation
procedure Go(A: Shop.Kinds.TCart; B: TCart; C: TOpen; D: TItem; I: ICart; W: TWhich);
begin
  A.Open;
  B.Open;
  C.Open;
  D.Cart.Open;
  D.Price.Open;
  I.Close;
  W.Open;
  A.Add('x').Add(1);
end;
end.
