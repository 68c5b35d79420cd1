output "outside" { value = var.region }
