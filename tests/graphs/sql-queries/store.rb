class Store
  def emails
    db.exec(<<~SQL)
      SELECT email FROM users WHERE id = #{id}
    SQL
  end
end
