# Sums.
source util.fish
function total --description 'Sums' --argument-names a b
  set -l x (helper $a)
  helper $x; and other
  if test -n "$a"
    echo (helper 1)
  end
end
