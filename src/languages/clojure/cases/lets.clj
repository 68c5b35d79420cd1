(ns app.lets (:require [app.util :as u :refer [tidy]] [app.all :refer :all] app.plain))

(defn pairs [x]
  (let [a (tidy x) b (u/wide a)]
    (for [i (range b) :let [j (inc i)] :when (odd? j)] (keep-it i j))
    (if-let [{:keys [name]} (find-it a)] (name) (app.plain/nothing))))

(defn threads [x]
  (-> x tidy (u/wide 2) str)
  (cond-> x (ready? x) finish))
