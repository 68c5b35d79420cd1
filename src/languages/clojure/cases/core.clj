(ns app.core
  "Doc."
  (:require [app.util :as u :refer [helper]]
            [clojure.string :as str]))
(def limit 3)
(defn area
  "Doc"
  [x {:keys [a b]}]
  (let [f (fn [z] (helper z)) y 2]
    (f y)
    (u/show (str/trim x))))
(defn- priv ([a] (area a)) ([a b] (priv a)))
(defmacro m [& body] `(do ~@body))
(defrecord P [x y] Draw (draw [this] (area x)))
(defprotocol Draw (draw [this]))
(defmulti go :k)
(defmethod go :a [x] (area x))
#_(area 1)
'(area 2)
(-> 1 area (priv 2))
(map #(area %) [1])
(for [x [1]] (area x))
(P. 1 2) (.foo x)
(comment (area 3))
