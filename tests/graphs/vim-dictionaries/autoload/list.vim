function! shop#list#all() abort
  let l:run = 's:run()'
  call s:run('.')
endfunction
