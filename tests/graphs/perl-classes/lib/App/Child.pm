package App::Child;
use Mojo::Base 'App::Base';
has name => 'x';
has [qw(left right)];
has other => sub { App::Other->new };
has $computed => 1;
has last => sub { shift->name };
sub hook { my ($self, $given) = @_; $self->SUPER::hook; $self->name; $self->right(1); $self->other->work; $given->work; $self->missing }
sub quick { shift->run }
sub later { on(sub { shift->name }) }
1;
