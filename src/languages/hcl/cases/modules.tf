module "net" {
  source = "./net"
  name   = var.name
}

variable "name" {
  default = "x"
}

data "aws_ami" "linux" {
  owners = [var.name]
}

output "id" {
  value = module.net.id
}
