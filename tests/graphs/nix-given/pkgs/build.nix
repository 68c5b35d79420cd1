{ fetch, stdenv }:
{ url, helper }:
stdenv.mkDerivation {
  src = fetch url;
  extra = helper url;
}
