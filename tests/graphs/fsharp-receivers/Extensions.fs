namespace Shop.Web

open System.Runtime.CompilerServices
open Microsoft.AspNetCore.Http

[<Extension>]
type ContextExtensions() =
    [<Extension>]
    static member WriteText(ctx: HttpContext, text: string) = text
    static member Plain(ctx: HttpContext) = ctx

type Cart() =
    member x.Total() = x.Count()
    member x.Count() = 1

[<AutoOpen>]
module TypeExtensions =
    type Type with
        member this.IsList() = true
