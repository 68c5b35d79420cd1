(define-module (shop record)
  #:use-module (srfi srfi-9)
  #:export (make-item item? item-name set-item-name!))
(define-record-type <item>
  (make-item name)
  item?
  (name item-name set-item-name!))
