let s:Node = {}
let g:ShopNode = s:Node
function! s:Node.New(path) abort
  let l:node = copy(self)
  let l:node.path = a:path
  return node
endfunction
function! s:Node.open() dict
  call self.draw()
  call self.missing()
  call other.draw()
endfunction
function! s:Node.draw()
endfunction
let s:Dir = copy(g:ShopNode)
let g:ShopDir = s:Dir
function! s:Dir.open()
  call self.draw()
  call s:Node.open()
endfunction
