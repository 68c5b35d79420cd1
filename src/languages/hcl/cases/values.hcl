name = "shop"
text = "hello ${var.name} and ${local.x}"
list = [1, 2, "three"]
block "a" "b" {
  inner { deep = true }
}
