tidy = $(strip $(1))
twice = $(call tidy,$(1)) $(call tidy,$(1))
$(foreach x,a b,$(eval $(call twice,$(x))))
out: ; mkdir -p $@
one two: three
three:
	$(MAKE) -C sub all
