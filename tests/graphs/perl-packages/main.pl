package Main;
use Foo::Util qw(go);
sub new { my ($class) = @_; go(1); Foo::Util::run(2); my $self = Foo::Util->run(3); $self->help(4); $other->go(5); missing(6); return $self }
sub help { return 1 }
