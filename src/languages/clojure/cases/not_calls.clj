(ns app.not-calls (:require [app.all :refer :all] app.plain))
;; Quoted, discarded and commented forms, destructured names, keywords and members are no calls of ours.
(defn f [{:keys [g] :as m} & [h]]
  (g 1) (h 2)
  (:key m)
  '(g 3) #_(g 4) (comment (g 5))
  (.method m) (Thread. m) (if m (app.plain/run m) nil))
(defmacro w [x] `(f ~x))
(defn ^:private p
  ([] (p 1))
  ([f] (f 1)))
(letfn [(q [z] (f z))] (q 1))
(extend-type T Draw (draw [this] (f this)))
(defrecord R [go] Draw (draw [_] (go 1)))
