function Global:Get-Shared { }
