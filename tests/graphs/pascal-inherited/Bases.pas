unit Bases;
interface
type
  TBase = class
    constructor Create;
    procedure Go(N: Integer); virtual;
    procedure Other;
  end;
  TNext = class(TBase)
    constructor Create;
    procedure Go(N: Integer); override;
    procedure Own;
    procedure Other(N: Integer); overload;
  end;
implementation
constructor TBase.Create;
begin
  inherited;
end;
procedure TBase.Go(N: Integer);
begin
end;
procedure TBase.Other;
begin
end;
constructor TNext.Create;
begin
  inherited;
end;
procedure TNext.Go(N: Integer);
begin
  inherited;
  inherited Other;
end;
procedure TNext.Own;
begin
  inherited;
end;
procedure TNext.Other(N: Integer);
begin
  inherited Go(N);
end;
begin
  inherited;
end.
