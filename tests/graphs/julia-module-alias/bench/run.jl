using Web
const W = Web.Sockets
const N = 3
function run(s)
    W.send(s, "a")
    W.missing(s)
    N.close_all(s)
end
