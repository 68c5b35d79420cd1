package App::Thing {
  use Moo;
  extends 'App::Base', 'App::Other';
  has name => (is => 'ro', default => sub { make_name() });
  sub go { my $self = shift; $self->name; helper($self->name); }
}

sub outside { App::Thing->new(name => 'x')->go }
