package Foo::Bar;
use strict; use Foo::Util qw(go);
our $x = 1;
sub new { my ($class, %a) = @_; my $s = helper(1); Foo::Util::run(2); $self->go(3); Foo::Bar->new(); go 4; return $s; }
sub helper { my $n = shift; return $n }
1;
