def run(x)
  yield risky(x)
rescue App::Wrong, IOError => e
  note(e)
  retry
else
  keep(x)
ensure
  tidy
end
value = begin Integer(x) rescue zero end
raise App::Wrong.new("x") if check(value)
catch(:done) { throw :done, value }
