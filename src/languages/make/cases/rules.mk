include common.mk
-include deps/*.mk

.PHONY: all clean
all: build test ## Builds and tests.

build: $(OBJECTS) | out
	$(CC) -o $@ $^

%.o: %.c
	$(CC) -c $<

test: build
	./run $(call tidy,x)
clean:
	rm -rf out
