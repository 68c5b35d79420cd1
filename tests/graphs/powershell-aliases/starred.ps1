function *Die($m) { throw $m }
Remove-Variable Name, Value
function Stop-It([Parameter(Position = 0, Mandatory)]$Path) {
  trap { *Die $_ }
  switch -regex ($Path) {
    "^a(?<x>$($y.z))\s+(.*)$" { *Die one, two }
    "b$" { Stop-It z.2.txt,$Path }
  }
}
function Last { Stop-It }
