module Broken

let fine x = x + 1
let half (x
let again y = fine y
type = 
let last z = again (fine z
