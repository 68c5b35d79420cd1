CC := gcc
export X ?= 1
include other.mk
define foo
bar
endef
all: build test
	$(MAKE) x
	$(CC) -o $@ $(OBJS)
build: main.o | dir
.PHONY: all
%.o: %.c
	$(call foo,1)
