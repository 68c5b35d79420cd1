function outer
  function inner; deep; end
  inner
end
