let show x = print_int x
let helper n = show n
