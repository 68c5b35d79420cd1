class User < ActiveRecord::Base
  def self.mails(db)
    db.execute("SELECT email, age, org_id, created_at, team_id, admin, nothing FROM users")
  end
end
