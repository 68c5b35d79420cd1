module Web
module Sockets
struct Socket end
send(s::Socket, text::String) = 1
end
struct Line end
close_all(x::Line) = 1
end
