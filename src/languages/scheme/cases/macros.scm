(define-syntax-rule (swap! a b) (let ((t a)) (set! a b)))
(define-syntax my-if (syntax-rules () ((_ c a b) (cond (c a) (else b)))))
(define-record-type point (make-point x y) point? (x point-x))
(swap! p q)
