function(helper_one name)
endfunction()
