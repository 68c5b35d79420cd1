program Use;
uses Shop;
var A: TCart;
begin
  A.Open;
  Run(procedure(Res: TCart; Next: TProc)
    begin
      Res.Add('x');
    end);
end.
