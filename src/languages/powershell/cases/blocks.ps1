$work = { param($x) Invoke-It $x }
Get-ChildItem | ForEach-Object { Remove-It $_ } | Where-Object { Test-It $_.Name }
try { Open-It } catch { Close-It } finally { Done-It }
if (Test-It 1) { Open-It } else { Close-It }
