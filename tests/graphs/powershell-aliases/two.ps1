function Write-Two { 2 }
function Save { 2 }
Set-Alias step Write-Two
Set-Alias near Write-Two
