module example.com/store
