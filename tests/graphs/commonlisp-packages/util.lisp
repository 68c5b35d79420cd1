(in-package :util)
(defun go (x) (inner x))
(defun inner (x) x)
(defun hidden () (helper 1))
