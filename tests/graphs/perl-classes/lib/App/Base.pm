package App::Base;
use parent 'Outside::Thing';
sub new { my $class = shift; return bless {}, $class }
sub run { my $self = shift; $self->hook; return $self }
sub hook { }
1;
