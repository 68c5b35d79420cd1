port module Ports exposing (send)
port send : String -> Cmd msg
main = send "x"
