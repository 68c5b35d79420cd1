#[[ a block
comment ]]
set(X [==[ text ${no} ]==])
include(${DIR}/x.cmake)
function(${name}_f)
endfunction()
set()
add_library(
