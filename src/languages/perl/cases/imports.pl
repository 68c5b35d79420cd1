use strict;
use App::Util qw(tidy $config :all);
use App::Text ();
require App::Late;

my $made = App::Cart->new(1);
$made->add(tidy(2));
App::Text::wrap('x');
App::Text->fill('x');
my ($a, $b) = (App::Cart->new, 2);
$a->add(1);
$unknown->add(1);
