(defpackage :shop (:use :cl) (:export #:total))
(in-package #:shop)
(defvar *rate* (rate-of 2) "The rate.")
;; Sums.
(defun total (items &key (tax 1))
  "Sums."
  (let ((x (helper items)))
    (mapcar #'helper items)
    (util:go x)))
