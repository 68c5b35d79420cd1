(uiop:define-package #:shop.db (:use #:cl) (:use-reexport #:shop.util))
(in-package #:shop.db)
(defun save (x) (twice x) x)
