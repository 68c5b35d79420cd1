function! s:Go(
  call s:Stop(
endfunction
function! s:Stop()
  call s:Go()
endfunction
