(defun (let ((a) (defun b (c) (d
