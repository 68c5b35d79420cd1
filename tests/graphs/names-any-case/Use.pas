unit Use_;
interface
uses STOCK;
implementation
procedure Go(S: tStock);
begin
  s.TWICE;
end;
end.
