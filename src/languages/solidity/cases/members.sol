interface IToken {
  function send(address to, uint256 n) external returns (bool);
}

abstract contract Base {
  event Sent(address indexed to, uint256 n);
  error Denied(address who);
  modifier only() { require(allowed(msg.sender)); _; }
  function allowed(address who) internal virtual returns (bool);
}

contract Token is Base, IToken {
  mapping(address => uint256) public balances;
  IToken[] private others;
  constructor(address first) Base() { balances[first] = start(); }
  function start() private pure returns (uint256) { return 1; }
  function send(address to, uint256 n) external only returns (bool) {
    emit Sent(to, n);
    others[0].send(to, n);
    return super.allowed(to) && this.send(to, n);
  }
  function allowed(address who) internal override returns (bool) { return balances[who] > 0; }
  receive() external payable { start(); }
}
