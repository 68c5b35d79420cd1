function! shop#open(name) abort
  call s:Setup()
  call self.Global()
endfunction
function! s:Log(text) abort
endfunction
function! Global()
  let Local = s:Log
  call Local(1)
endfunction
