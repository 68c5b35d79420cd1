class Half { void f( { g(); }
int whole() { return call(); }
template < class
