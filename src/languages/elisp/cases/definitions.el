;; doc
(require 'other)
(defvar my-var 1 "Doc.")
(defun my-add (a &optional b)
  "Adds."
  (interactive)
  (let ((x (my-get a)) y)
    (my-set x #'my-cb)
    (mapcar (lambda (z) (my-cb z)) x)))
(defmacro my-with (v &rest body) `(progn ,@body))
(cl-defstruct point x y)
(add-hook 'foo-hook 'my-add)
(define-minor-mode my-mode "Doc" :lighter "x")
