class ArticlesController < ApplicationController
  def index; end
  def show; end
  def create; end
  def update; end
  def destroy; end
  def feed; end
  def flag; end
  def search; end
  def keep_as_new; end
end

class FavoritesController < ApplicationController
  def create; end
  def destroy; end
end

class CommentsController < ApplicationController
  def index; end
end

class StoriesController < ApplicationController
  def preview; end
end

class ApplicationController
  def show; end
end
