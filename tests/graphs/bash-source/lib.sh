greet() { echo "$1"; }
cleanup() { rm -f x; }
