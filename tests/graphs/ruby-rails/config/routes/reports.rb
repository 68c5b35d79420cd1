resources :articles, only: [:show], path: "reports"
namespace :admin do
  get "reports", to: "dashboard#show"
end
