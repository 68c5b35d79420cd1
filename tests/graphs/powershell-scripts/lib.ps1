function Save-Item($n) { Format-It $n }
function Format-It($n) { $n }
