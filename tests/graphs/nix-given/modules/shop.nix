{ config, helpers, mkOther, ... }:
let
  inherit (helpers) mkShop;
in
{
  shop = mkShop "a";
  other = mkOther "b";
  third = config.mkShop "c";
}
