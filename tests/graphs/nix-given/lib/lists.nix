{ lib }:
{
  first = xs: lib.join "," xs;
  last = xs: lib.missing xs;
}
