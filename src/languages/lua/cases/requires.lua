local util = require("app.util")
local text = require "app.text"
local far = require('app.far').inner
local made = require(name)
util.tidy(text.wrap("x"))
far(1)
require("app.side").go()
