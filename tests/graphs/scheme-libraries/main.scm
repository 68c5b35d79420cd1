(use-modules (shop db))
(define (run x) (open x) (hidden x) '(open x) (let ((close list)) (close x)))
(run open)
