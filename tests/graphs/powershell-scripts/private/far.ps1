function Get-Far { }
function Other { $x.Run(); Missing-It }
