name = "text #{tidy(1)} and #{other.name}"
sql = <<~SQL
  SELECT #{columns} FROM users
SQL
words = %w[a b]
symbol = :"odd #{name}"
pattern = /#{escape(name)}/i
`ls #{path}`
puts "%s" % format(name)
