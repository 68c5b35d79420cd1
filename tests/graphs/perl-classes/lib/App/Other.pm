package App::Other;
sub new { bless {}, shift }
sub work { }
sub name { }
1;
