Rails.application.routes.draw do
  root to: "home#index"
  get "/about" => "home#about", :as => "about"
  get "/login", to: "sessions#new"
  match "/login/reset" => "sessions#reset", :via => [:get, :post]
  get "/old", to: redirect("/about")
  get "/stories/preview"
  get "/missing", to: "nowhere#at_all"

  resources :articles, param: :slug, except: %i[new edit] do
    resource :favorite, only: [:create, :destroy]
    resources :comments, only: [:index]
    get :feed, on: :collection
    member do
      post "flag"
    end
    collection { get "search" }
    post "keep_as_new"
  end

  namespace :admin do
    root to: "dashboard#show"
    resources :users, only: :index
  end

  scope :api, module: :api do
    resources :tags, only: [:index]
  end

  constraints(id: /\d+/) do
    get "/c/:id", to: "comments#show"
  end

  concern :tagged do
    resources :tags, only: [:index]
  end
  resources :notes, only: [:show], concerns: :tagged
  resource :account, only: [:show] do
    concerns :tagged
  end
  resources :plain, only: [:index], concerns: :unknown
  draw :reports

  # What is not told to the router, or in ways that are not understood.
  %w[a b].each do |name|
    get name, to: "home#about"
  end
  resources :shallow_things, shallow: true do
    resources :parts
  end
  get dynamic_path, to: "home#about"
end

# No router anywhere around.
get "/nothing", to: "home#about"
Other.routes.draw do
  get "/other", to: "home#about"
end
