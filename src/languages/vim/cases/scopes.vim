let s:list = [1, 2]
let g:shop_limit = Limit(3)
function s:First() abort
  let F = {x -> s:Second(x)}
  let [a, b] = s:Pair()
  let s:list[0] = F(1)
  return s:First() + b:value
endfunction
