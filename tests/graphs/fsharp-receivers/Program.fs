module Shop.Program

open System
open Microsoft.AspNetCore.Http
open Shop.Web

type Page() =
    member p.WriteText(text) = text

let show (ctx: HttpContext) (t: Type) (page: Page) =
    ctx.WriteText("a")
    ctx.Plain()
    t.IsList()
    page.WriteText("b")
    page.IsList()
    ctx.IsList()
    t.WriteText("c")
    page.Plain()
