library Sets {
  struct Set { uint256 size; }
  struct Other { uint256 size; }
  function add(Set storage set, address who) internal {}
  function add(Other storage set, address who) internal {}
}
