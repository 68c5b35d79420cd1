function Add-Task { 1 }
Set-Alias task Add-Task
Set-Alias -Name job -Value Add-Task
Set-Alias run (Join-Path $PSScriptRoot run.ps1)
Set-Alias loop loop
