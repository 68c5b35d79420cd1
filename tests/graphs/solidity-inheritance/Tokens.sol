import {Sets} from "./Sets.sol";
contract Left { function hook() internal virtual {} function left() internal {} }
contract Right { function hook() internal virtual {} function right(uint256 a) internal {} function right(uint256 a, bool b) internal {} }
contract Token is Left, Right {
  using Sets for Sets.Set;
  Sets.Set private all;
  mapping(address => Sets.Set) private each;
  function hook() internal override { super.hook(); }
  function run(address who, bool ok) public returns (uint256) {
    left(); right(1); right(1, ok);
    all.add(who); each[who].add(who);
    who.add(who); all.keep(who);
    return 1 + count(who) * 2;
  }
  function count(address who) internal returns (uint256) { return ok() && this.many() > 0 ? 1 : 0; }
  function ok() internal returns (bool) { return true; }
  function many() public returns (uint256) { return 0; }
  function keep(Sets.Set storage set, address who) internal {}
}
