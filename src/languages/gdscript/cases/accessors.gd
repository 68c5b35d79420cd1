var value: int = 1:
	get:
		return read(value)
	set(given):
		value = check(given)

var alias: int:
	get = read_alias

func check(x): return x
func read(x): return check(x)
func read_alias(): return await wait(1)
func wait(n):
	await get_tree().process_frame
	while n > 0 and check(n): n -= 1
	if n == 0: return null
	elif check(n): return read(n)
	return n
