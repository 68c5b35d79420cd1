all() { :; }
one() { :; }
x=$(all)
y=`one`
if all; then one; elif ! one; then all; else one; fi
while all; do one; done
until one; do all; done
case $(all) in a) one ;; *) all ;; esac
all && one || all
(all; one)
{ one; }
all > out.txt 2>&1 < in.txt
diff <(all) <(one)
for f in $(all); do one "$f"; done
echo "now $(all) and ${x:-$(one)}"
cat <<END
text $(all)
END
FOO=1 one &
[[ -n $(one) ]] && all
