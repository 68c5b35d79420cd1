. ./lib.ps1
. "$PSScriptRoot\parts\other.ps1"
. $dynamic
Import-Module ./Tools.psm1 -Force
& ./run.ps1 -Name x
