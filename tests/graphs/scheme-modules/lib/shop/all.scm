(define-module (shop all)
  #:use-module ((shop record) #:select (make-item item-name))
  #:re-export (make-item))
(define (twice x) (item-name x))
