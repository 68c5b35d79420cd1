use App::Child;
my $child = App::Child->new(name => 1);
$child->run;
$child->other->work;
$unknown->work;
App::Child->new->quick;
has('name');
