# nothing draws this file
get "orphan", to: "home#index"
