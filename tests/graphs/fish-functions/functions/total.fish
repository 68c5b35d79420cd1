function total
  helper $argv
  echo helper (count total)
  command ls
end
