. ./lib.ps1
Task a { Set-Alias inner Add-Task }
JOB b
run
loop
inner
