param($Task)
dynamicparam {
  function Add-Param { 1 }
  Set-Alias declared Add-Param
}
end {
  Set-Alias ended Add-Param
  ForEach-Object { Set-Alias held Add-Param }
  $block = { Set-Alias kept Add-Param }
}
