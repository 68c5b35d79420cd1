resource "aws_instance" "web" {
  tags = { m = local.name, r = var.region, e = each.key }
}
output "id" { value = aws_instance.web.id }
