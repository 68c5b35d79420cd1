#!/bin/sh
# The sum of what all of them cost.
total() {
  sum=0
  for price in "$@"; do sum=$((sum + price)); done
  echo "$sum"
}
