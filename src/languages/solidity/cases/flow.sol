contract Flow {
  Child child = new Child(1);
  function flow(uint256[] memory xs) public returns (uint256 total) {
    for (uint256 i = 0; i < count(xs); i++) { total += twice(xs[i]); }
    while (ready(total)) total = step(total);
    if (check(total)) return keep(total); else keep(1);
    try child.go(total) returns (uint256 v) { keep(v); } catch Error(string memory why) { note(why); }
    uint256 z = check(1) ? twice(2) : keep(3);
    unchecked { total = total + twice(z); }
    require(check(z), "no");
    delete total;
    assembly { let y := add(1, 2) }
    return twice(z) + keep(z) * step(z);
  }
}
