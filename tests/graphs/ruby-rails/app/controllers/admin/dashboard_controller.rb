module Admin
  class DashboardController < ::ApplicationController
    def show; end
  end

  class UsersController < ::ApplicationController
    def index; end
  end
end

# Of the same name, in another place.
class UsersController
  def index; end
end
