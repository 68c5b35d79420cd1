(defmacro with-it ((x) &body body) `(let ((,x 1)) (begin) ,@body))
(with-it (y) (use y))
(eval-when (:compile-toplevel) (setup))
