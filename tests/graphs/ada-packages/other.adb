procedure Other is
begin
   Log ("of a package that is not seen here");
   Prices.Find (1);
end Other;
