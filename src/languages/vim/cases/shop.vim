" A plugin.
let g:loaded = 1
let s:count = 0
" Adds.
function! s:Add(a, b) abort
  let l:x = a:a + a:b
  let y = shop#price#of(x)
  return s:Twice(l:x)
endfunction
function! shop#total(...) abort
  call s:Add(1, 2)
  call shop#price#log('x')
  for item in a:000
    echo Helper(item)
  endfor
  let F = function('s:Add')
  call self.run(1)
  if exists('*Helper') | call Helper(1) | endif
endfunction
function Helper(x)
  return a:x
endfunction
function! s:dict.method() dict
  return self.x
endfunction
command! -nargs=1 Shop call s:Add(<q-args>, 2)
nnoremap <silent> x :call shop#total()<CR>
autocmd BufRead * call s:Add(1, 2)
augroup shop
  autocmd!
augroup END
execute 'call ' . s:Add(1,2)
source other.vim
runtime autoload/shop.vim
let s:Cart = {'add': function('s:Add'), 'size': 0}
function! s:Cart.total(tax) dict
  let l:sum = a:tax ? self.size : 0
  let b:last = s:Cart.copy(l:sum)
  return call('s:Add', [l:sum])
endfunction
let s:Big = deepcopy(s:Cart)
command! Total call s:Cart.total(1)
command! -nargs=1 Add call s:Add(<q-args>)
nnoremap <silent> ga :call <SID>Add(1)<CR>
