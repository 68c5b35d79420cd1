version(x) = 2
# Its own version and what it imports or uses; Inner's Node and flatten it does not see, and
# which of the modules it uses has a render is not asked where one is named.
function make(x)
  version(x)
  shorten(x)
  begin_document(x)
  Page()
  Node(x)
  Html.render(x)
  Inner.flatten(x, Page())
  Inner.missing(x)
end
