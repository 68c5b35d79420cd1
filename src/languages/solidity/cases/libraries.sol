// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import "./Base.sol";
import {Math, Text as T} from "./Util.sol";
import * as All from "./All.sol";

library Sums {
  function add(uint256 a, uint256 b) internal pure returns (uint256) { return a + b; }
  function twice(uint256 a) internal pure returns (uint256) { return add(a, a); }
}

contract User {
  using Sums for uint256;
  function run(uint256 x) public returns (uint256) {
    x.twice();
    Sums.add(x, 1);
    return Math.max(x, All.low(x));
  }
}
