class Shop
  def sell(id, job)
    MailJob.perform_async(id)
    MailJob.perform_in(5, id)
    PrintJob.set(wait: 5).perform_later(id)
    Plain.perform_async(id)
    job.perform_async(id)
  end
end
