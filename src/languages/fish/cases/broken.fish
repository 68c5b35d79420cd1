function
  a (
end
