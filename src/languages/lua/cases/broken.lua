local function fine() return 1 end
function broken(a,
  fine(
end
fine()
