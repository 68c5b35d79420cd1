library Math { function add(uint a, uint b) internal pure returns (uint) { return a + b; } }
