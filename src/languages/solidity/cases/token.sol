import "./Lib.sol";
import {Math} from "./Math.sol";
contract Token is Base, Own(1) { uint256 public total; event Sent(address a); constructor(uint x) { total = x; } modifier only() { check(); _; } function send(address to, uint v) public returns (bool) { helper(v); Math.add(1,2); emit Sent(to); Other o = Other(to); o.run(); return true; } struct P { uint a; } enum E { A, B } }
library Lib { function f(uint a) internal {} }
interface I { function g() external; }
