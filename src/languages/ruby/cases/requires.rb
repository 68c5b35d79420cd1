require "json"
require_relative "lib/cart"
require_relative "../util"
load "tasks.rb"
autoload :Late, "app/late"
require "app/#{name}"
Cart.new
