function global:git { }
git status
Get-State
