module Update exposing (update)
update msg model = case msg of
    Add i -> total [ i ]
    Remove -> reset <| model.count
view = \m -> div [] [ text (show m), m.render m ]
