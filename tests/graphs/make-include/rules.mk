CC = gcc
twice = $(1)$(1)
test: ; ./test
