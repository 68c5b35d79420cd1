" Opens it.
command! -bang -nargs=* Open call shop#open(<bang>0, <f-args>)
autocmd FileType shop call shop#setup()
nnoremap <Plug>(Open) :<C-U>call shop#open(0)<CR>
source ~/other.vim
