;; What structures and classes bring, local functions, and lists that are no calls.
(cl-defstruct (feed (:constructor feed--create) (:copier nil))
  "A feed." url (title (make-title)))
(cl-defstruct point x y)
(cl-defstruct (pair (:conc-name pair/) (:predicate is-pair)) left)
(defclass shop () ((name :initarg :name :accessor shop-name) (stock :initform (fresh) :reader shop-stock)))

(defun use (kind)
  (cl-flet ((twice (n) (* 2 n)) (other #'shop-name))
    (twice 2))
  (cl-destructuring-bind (make-point . rest) (read-all)
    (feed-title (feed--create)))
  (cond (kind)
        ((is-pair kind) (pair/left kind)))
  (cl-case kind
    (use (point-x (make-point)))))
