variable "region" { default = "x" }
locals { name = "${var.region}-x" }
