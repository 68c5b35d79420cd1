package App::First;
sub grow { my ($self, $by) = @_; $self->SUPf) { $self->side }

1;
package App::Late;
sub tap { helper() }
