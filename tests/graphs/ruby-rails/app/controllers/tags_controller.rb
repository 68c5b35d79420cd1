class TagsController
  def index; end
end
