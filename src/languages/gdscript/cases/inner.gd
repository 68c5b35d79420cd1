class_name Inventory
extends Resource

class Item:
	var name: String
	func use() -> void:
		print(name)

class Potion extends Item:
	func use() -> void:
		super.use()
		super()

var items: Array[Item] = []

func add(item: Item) -> Inventory:
	items.append(item)
	item.use()
	return self

static func make() -> Inventory:
	var made := Inventory.new()
	made.add(Potion.new()).add(Item.new())
	return made
