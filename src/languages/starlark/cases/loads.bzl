load("//tools:defs.bzl", "rule_of", wide = "wide_rule")
load(":near.bzl", "near")
load("@other//x:y.bzl", "far")

rule_of(name = "a", deps = [near("b")])
wide(name = "c")
far(1)
