function(Add_Item name)
endfunction()
