function Write-Mock { 2 }
Set-Alias mock Write-Mock
Task
