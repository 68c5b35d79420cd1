module Tex
export begin_document
begin_document(io) = 1
render(p) = begin_document(p)
end
