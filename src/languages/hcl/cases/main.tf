variable "region" { default = "x" }
resource "aws_instance" "web" {
  ami = data.aws_ami.u.id
  tags = { n = var.region, m = local.name }
  provisioner "local-exec" { command = "x" }
}
data "aws_ami" "u" {}
locals {
  name = "${var.region}-x"
  l2 = upper(local.name)
}
module "net" { source = "./net" 
 v = aws_instance.web.id }
output "o" { value = module.net.id }
provider "aws" {}
terraform { }
