#!/bin/sh
ONE_LIMIT=3
one_add() {
  _note "adds"
  _one_get "$(_fetch "$1")"
  jq .
}
_one_get() { _note "$1"; }
