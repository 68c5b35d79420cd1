namespace a::b { class X; void f(X *x); }
inline namespace v1 { void g(); }
namespace { int counter; void hidden() { g(); } }
namespace short_name = a::b;
using namespace a;
using a::b::f;
void a::b::f(X *x) { short_name::f(x); ::g(); hidden(); }
