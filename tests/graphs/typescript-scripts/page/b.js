function main() { shared(); twice() }
