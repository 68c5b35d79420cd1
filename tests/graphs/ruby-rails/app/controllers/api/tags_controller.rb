class Api::TagsController < ApplicationController
  def index; end
end
