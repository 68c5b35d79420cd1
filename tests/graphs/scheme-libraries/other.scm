(define (hidden x) (open x))
