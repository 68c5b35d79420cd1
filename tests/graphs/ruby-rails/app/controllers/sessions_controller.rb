class SessionsController < ApplicationController
  def new; end
  def reset; end
end
