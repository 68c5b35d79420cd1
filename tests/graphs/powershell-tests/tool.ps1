function script:Get-State { git status; Get-Shared }
Get-State
