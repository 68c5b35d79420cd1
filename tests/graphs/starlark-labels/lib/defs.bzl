load("//lib/private:rule.bzl", "small_rule", "SmallInfo")
load(":private/rule.bzl", _again = "helper")

def small_library(name):
    small_rule(name = name)
    SmallInfo(name = name)
    _again()

def _render(text):
    return text

tools = struct(
    render = _render,
    name = "tools",
)
