(define-module (shop db) #:export (open close))
(define (open x) (close x))
(define (close x) x)
