use Test::More;

sub run {
  my $x = shift;
  foreach my $i (list($x)) { keep($i) if ready($i); }
  while (my $y = next_one()) { keep($y) unless done($y); }
  my @all = map { twice($_) } grep { odd($_) } list($x);
  my $f = sub { keep(shift) };
  $f->(1);
  my %by = (one => first(), two => \&second);
  eval { risky(); 1 } or warn_of($@);
  print "text @{[ keep(1) ]}";
  return keep($x) || undef;
}

ok run(1), 'runs';
