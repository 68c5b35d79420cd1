class MailJob
  include Sidekiq::Job

  def perform(id)
    id
  end
end

class ApplicationJob < ActiveJob::Base
end

class PrintJob < ApplicationJob
  def perform(id)
    id
  end
end

class Plain
  def self.perform_async(id)
    id
  end

  def perform(id)
    id
  end
end
