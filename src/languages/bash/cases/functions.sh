# Prints what it is given.
say() { printf '%s\n' "$*"; }
function loud { say "$1" | tr a-z A-Z; }
function both() {
  local inner=1
  loud "$inner"
  nested() { say nested; }
  nested
}
both
