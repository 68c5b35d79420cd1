unit Uses_;
interface
uses Kinds;
implementation
procedure Go(A: TOther; Sender: TObject; N: TNames; L: TLoop);
begin
  A.Close;
  TOther.Parse('x');
  TBase.Instance.Close;
  TBase(Sender).Close;
  N.Close;
  L.Close;
  Sender.Close;
end;
end.
