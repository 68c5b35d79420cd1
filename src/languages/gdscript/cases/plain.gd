extends Node2D

signal hit(amount)
enum State { IDLE, RUN }
const SPEED = 10
@export var health: int = 3
@onready var label = $Label
static var count := 0

func _ready() -> void:
	hit.connect(_on_hit)
	count += 1
	start(SPEED)

func _on_hit(amount: int) -> int:
	health -= amount
	return health

func start(speed := 1, loud = false):
	for i in range(speed):
		print(i)
	match speed:
		1: _on_hit(1)
		_: pass
	var f = func(x): return _on_hit(x)
	f.call(1)
