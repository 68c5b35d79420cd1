. "$PSScriptRoot/lib.ps1"
Import-Module ./Tools.psm1
function Start-All { Save-Item 'a'; Show-Tool; Get-Far; Write-Output 'x' }
Start-All
