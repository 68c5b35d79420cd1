(in-package :shop)
(defun total (items) (helper items) (util:go items) (util::inner 1) (go 2) (hidden))
(defmethod draw ((s shape)) (flet ((helper (x) x)) (helper s)))
