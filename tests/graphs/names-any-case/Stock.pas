unit Stock;
interface
type
  TStock = class
    procedure Add(A: Integer);
    procedure Twice;
  end;
implementation
procedure TSTOCK.add(A: Integer);
begin
end;
procedure tstock.Twice;
begin
  SELF.ADD(1);
end;
end.
