struct Point { uint256 x; Point2 inner; }
enum Side { Left, Right }
type Price is uint256;
uint256 constant LIMIT = 10;

function free(Point memory p) pure returns (uint256 a, uint256 b) { return (p.x, LIMIT); }

contract Types {
  struct Own { Side side; }
  mapping(uint256 => mapping(address => Own)) all;
  function run(Own storage own) internal returns (Point memory) {
    (uint256 a, uint256 b) = free(make());
    Side side = own.side;
    return Point({x: a, inner: p2(b)});
  }
  function make() internal returns (Point memory p) { p = Point(1, p2(2)); }
  function p2(uint256 n) internal returns (Point2 memory) {}
}
