# No part of the package: nothing is known of what `using` brings.
check(s) = restock()
