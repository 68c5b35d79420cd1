(ns app.core
  (:require [app.util :as u :refer [helper]]
            [clojure.string :as str]))

(defprotocol Draw
  (draw [this]))

(defrecord Shape [side]
  Draw
  (draw [this] (helper side)))

;; A parameter hides the function; show has not been referred to.
(defn local [helper] (helper 1) (show 2))

(defn run [s]
  (let [n (draw s) f (fn [x] (u/show x))]
    (f n)
    (-> n helper (u/show) str/trim)))

(map #(run %) [1])
