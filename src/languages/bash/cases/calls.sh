#!/bin/bash
source ./lib.sh
. "$DIR/other.sh"
X=1
readonly Y=2
export Z=$(compute a)
alias ll='ls -l'
greet() { local name=$1; echo "hi $(upper "$name")"; }
function run { greet x | filter; if check; then return 1; fi; for f in *.txt; do process "$f"; done; trap cleanup EXIT; "$cmd" x; $X y; }
run "$@" && greet
