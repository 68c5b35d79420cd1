local config = {
  name = "shop",
  run = function(x) return keep(x) end,
  ["quoted"] = compute(),
  [1] = first(),
  second(),
  nested = { deep = function() return config.run(1) end },
}
config.run(2)
config.nested.deep()
config["run"](3)
