function Write-Near { 2 }
Set-Alias near Write-Near
