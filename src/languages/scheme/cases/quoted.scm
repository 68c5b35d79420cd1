'(not (a call))
`(nor (this) ,(one))
(quote (x y))
((pick f) 1)
(define broken (
