import {Math} from "./Math.sol";
contract Base { function check(uint x) internal {} }
contract Token is Base {
  event Sent(address to);
  function send(address to, uint check2, Other unknown) public { check(1); Math.add(1, 2); emit Sent(to); unknown.check(3); missing(); }
}
