package App::Shape;
use parent 'App::Base';

sub new { my ($class, %args) = @_; my $self = bless {%args}, $class; return $self->init; }
sub init { my $self = shift; $self->grow(1); return $self; }
sub grow { my ($self, $by) = @_; shift->{by} = $by; $self->SUPER::grow($by); }

package App::Square;
use Mojo::Base 'App::Shape', -signatures;

has 'side';
has [qw(left right)];
has cache => sub { App::Cache->new };
has -loud => 1;

sub area ($self) { $self->side * $self->cache->size }

1;
package App::Late;
use Mojo::Base 'App::Square', -signatures;
with 'App::Role';
has ['top', 'bottom'] => sub { build() };
sub tap ($self, @rest) { $self->App::Shape::grow(1); $self->$_(2) for @rest; for my $each (@rest) { $each->go } return $self }
