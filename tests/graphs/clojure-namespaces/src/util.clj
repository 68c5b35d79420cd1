(ns app.util)

(defn show [x] (println x))
(defn helper
  ([x] (helper x 1))
  ([x y] (show (+ x y))))
