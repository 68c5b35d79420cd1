def assign(first, second = default, *rest, key:, other: 1, **options, &block)
  a = b = first
  c, (d, *e) = pair
  a.one
  unknown
  f ||= Fallback.new
  @g = f
  @h ||= make(a)
  x = x
  rest.each do |item; hidden|
    inner = item.name
    a = inner
  end
  inner
  i = if a then One.new else Two.new end
  i.go
  case second
  when Text, Number then second.size
  else second.other
  end
  begin
    risky
  rescue Bad, Net::Worse => error
    error.tell
  ensure
    done
  end
  value = ->(z) { z.call(a) }
  a.b.c = 1
  a[0].d += 2
  defined?(never)
  return i if a
  "text #{a.inside} #{@g}"
end

top = App.new
top.start
