'(not (a call))
(quote (x y))
#+sbcl (only-here)
((lambda (x) (inside x)) 1)
(loop for i in (list-all) do (work i))
(defun broken (
