CC = gcc
CFLAGS := -O2 $(EXTRA)
OBJECTS = $(patsubst %.c,%.o,$(wildcard *.c))
export PATH
define RULE
echo $(1)
endef
ifeq ($(CC),gcc)
CFLAGS += -Wall
endif
