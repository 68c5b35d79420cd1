resource "a_b" "c" {
  count = length(var.xs)
  for_each = toset([for x in var.xs : x.name])
  y = each.key
  z = self.id
  dynamic "w" { content { v = a_b.d[0].id } }
}
x = var.y
