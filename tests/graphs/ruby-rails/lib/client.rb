class Client
  def get(path, to: nil); end

  def run
    get "/about", to: "home#about"
  end
end
