let s:table = {'run': function('s:run'), 'stop': 1}
function! s:run(path)
  let b:ShopTree = g:ShopDir.New(a:path)
  call b:ShopTree.open()
  call b:ShopTree.draw()
  call b:OtherTree.draw()
  let l:plain = g:ShopNode.New(a:path)
  call plain.open()
  call a:path.open()
  return call('s:stop', [1])
endfunction
function! s:stop(now)
  let Fn = funcref('s:run')
  call Fn('x')
endfunction
call s:table.run('.')
call s:table.stop()
command! -nargs=1 ShopRun call s:run(<f-args>)
nnoremap <silent> <Plug>(shop-stop) :<C-u>call <SID>stop(1)<CR>
nnoremap <silent> gs :call shop#list#all()<CR>
inoremap <expr> <C-x> printf('%s', 1)
autocmd BufWritePost * call shop#list#all()
