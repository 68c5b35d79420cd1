(ns app.types)

(defprotocol Shape
  (area [this])
  (grow [this by]))

(defrecord Square [side]
  Shape
  (area [this] (times side side))
  (grow [_ by] (->Square (+ side by))))

(extend-type String Shape (area [s] (count s)))

(defn drawn [] (reify Shape (area [this] (zero))))
(defmulti kind :type)
(defmethod kind :a [x] (area x))
