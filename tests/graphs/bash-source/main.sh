#!/bin/bash
. "$(dirname "$0")/lib.sh"
greet=1
trap cleanup EXIT
run() { local greet=2; greet "$greet" | filter; "$cmd" x; }
run && unknown
