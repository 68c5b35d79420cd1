module Broken exposing (
f x = (g
h = i 1
