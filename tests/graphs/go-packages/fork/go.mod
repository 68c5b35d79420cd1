module example.com/forked
