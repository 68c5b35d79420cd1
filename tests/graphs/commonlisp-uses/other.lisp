(in-package #:other)
(defun run (x) (save x) (twice x) (item-name x))
(defun fetch (x) x)
