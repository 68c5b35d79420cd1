# Saves it.
function Save-Item {
  param([string]$Name, [int]$Count = 1)
  $found = Get-Thing -Id $Count
  Write-Host $found (Format-It $Name)
}
filter Only-Odd { if ($_ % 2) { $_ } }
function script:add($a, $b) { return $a + $b }
Save-Item 'x' | Only-Odd

function script:Show-Hidden($what) { Show-Shared $what }
function Global:Show-Shared { Show-Hidden 1 }
