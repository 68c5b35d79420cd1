class ApplicationRecord < ActiveRecord::Base
end

class OrderItem < ApplicationRecord
end

class User < ApplicationRecord
  self.table_name = settings.table
end

class Person < Struct
end
