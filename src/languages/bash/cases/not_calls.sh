name=work
work() { :; }
$name
"$name" x
"w"ork
echo work
./work
unset work
cat <<'END'
$(work)
END
