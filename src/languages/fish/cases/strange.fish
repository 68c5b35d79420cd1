/usr/bin/tool x
$command y
"quoted" z
. $HOME/x.fish
for f in (list_all); run $f | filter; end
