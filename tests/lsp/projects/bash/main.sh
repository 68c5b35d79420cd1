#!/bin/sh
. ./price.sh

greet() {
  echo "sum: $(total 12 30)"
}

greet
greet
