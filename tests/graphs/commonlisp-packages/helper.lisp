(in-package #:shop)
(defun helper (x) '(total x) (draw x) (other:go x))
