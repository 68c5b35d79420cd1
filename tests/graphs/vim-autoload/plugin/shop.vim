function! s:Setup() abort
  call shop#open('x')
  call s:Log('y')
  call Global()
  call Missing()
  echo 'shop#open()'
endfunction
call s:Setup()
