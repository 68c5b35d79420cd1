package Foo::Util;
sub go { return 1 }
sub run { return go(2) }
1;
