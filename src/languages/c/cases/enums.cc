enum Plain { one, two = f() };
enum class Color : unsigned char { red, green };
Color pick(int n) { return n ? Color::red : Color::green; }
typedef struct { int x; } Point, *PointRef;
typedef void (*Callback)(Point *p, int n);
using Alias = Point;
