unit Foreign;
interface
uses Elsewhere;
implementation
destructor TElsewhere.Destroy;
begin
  inherited Destroy;
end;
end.
