function Get-Stock { 1 }
class Box { [void] Show() { $THIS.show() } }
get-stock
