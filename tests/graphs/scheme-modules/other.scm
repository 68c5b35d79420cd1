(define (run x) (twice x) (make-item x))
