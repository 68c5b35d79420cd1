unit Hidden;
interface
uses Shop;
function Far(A: Integer): Integer;
procedure Missing(A: Integer);
implementation
function Far(A: Integer): Integer;
begin
  Twice(A); { of a unit that is not used here }
  Reset;
end;
procedure Missing(A: Integer);
begin
end;
end.
