locals {
  side = 4
  both = local.side + length(var.names)
}

resource "aws_instance" "web" {
  count = local.both
  ami   = data.aws_ami.linux.id
  tags  = { for k, v in var.tags : k => upper(v) }

  dynamic "disk" {
    for_each = var.disks
    content { size = disk.value }
  }
}

resource "aws_eip" "ip" {
  instance = aws_instance.web[0].id
}
