module Elsewhere.Other

open Microsoft.AspNetCore.Http

let show (ctx: HttpContext) = ctx.WriteText("a")
