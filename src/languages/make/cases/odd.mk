# Nothing here is a call but $(call twice,x).
twice = $(1)$(1)
%.o: %.c ; $(CC) $<
a b: $(DEPS) c
.SUFFIXES: .x
d: ; @echo $(call twice,x) $(shell ls) $(subst a,b,$(twice))
$(OUT)/x: a
ifdef A
e:
endif
