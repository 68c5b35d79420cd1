function Write-One { 1 }
function Save { 1 }
Set-Alias step Write-One
