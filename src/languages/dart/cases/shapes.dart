import 'package:app/util.dart' as u;
import 'other.dart' show f;
part 'x.g.dart';
const limit = 3;
typedef Fn = int Function(int);
abstract class Shape<T> extends Base implements I, J with M { final double r; static int n = 0; Shape(this.r, {int z = 1}); Shape.named(int q) : r = 1; double area(int a) => a * r; int get size => 1; void run() { helper(1); this.area(2); var s = Circle(2); s.area(3); u.go(); xs.map((x) => twice(x)).toList(); for (var i in xs) { use(i); } var k = new Circle(3); } }
enum Color { red, green }
mixin M on Shape { void mix() {} }
extension E on String { int twice2() => 2; }
int helper(int a, [String? b]) { return a; }
void main() => Shape(1)..run()..area(2);
