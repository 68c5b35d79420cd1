#load "shop.fs"
open Shop.Core.Util

let work (client: Client) id =
    task {
        let! answer = fetch id
        use file = openFile "x"
        for part in answer do
            do! client.Send(part, add 1 2)
        return! finish answer
    }

[<EntryPoint>]
let main argv =
    try
        work argv.[0] |> Async.RunSynchronously |> ignore
    with
    | :? Error as e -> raise e
    List.iter (fun x -> work x) <| [ 1 ]
    if add 1 2 > 3 then not <| add 1 2 else exit 1
