{ lib }:
rec {
  one = x: two x;
  two = y: lib.id y;
}
// {
  three = z: two z;
}
