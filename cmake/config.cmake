# Build configurations and compiler flags. Included before project(), because
# the fuzzers need clang.
set(FATHOM_CONFIG release CACHE STRING "release, asan, tsan or coverage")
set_property(CACHE FATHOM_CONFIG PROPERTY STRINGS release asan tsan coverage)
set(CMAKE_BUILD_TYPE "" CACHE STRING "unused, see FATHOM_CONFIG" FORCE)
if(FATHOM_CONFIG STREQUAL asan AND NOT CMAKE_C_COMPILER)
  set(CMAKE_C_COMPILER clang)
endif()

# NDEBUG is never defined: assertions stay in the program.
set(FATHOM_COMPILE -std=gnu11 -D_GNU_SOURCE -fvisibility=hidden -fno-common
    -ffunction-sections -fdata-sections
    -fmacro-prefix-map=${CMAKE_CURRENT_SOURCE_DIR}/=)
set(FATHOM_LINK -Wl,--gc-sections -Wl,--build-id=sha1 -Wl,-z,relro -Wl,-z,now)

# gcc's -Wconversion brings -Wsign-conversion along in C; we do not want the casts
# that would silence it.
set(FATHOM_WARNINGS -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion
    -Wmissing-prototypes -Wstrict-prototypes -Wvla -Wformat=2)

# Reports and profiles need functions and lines; whole debug information doubles
# what two hundred programs are linked from, and costs a sixth of compiling.
set(sanitize -g1 -fno-omit-frame-pointer -fno-sanitize-recover=all)
if(FATHOM_CONFIG STREQUAL release)
  list(APPEND FATHOM_COMPILE -g1 -O2 -D_FORTIFY_SOURCE=2 -fstack-protector-strong)
elseif(FATHOM_CONFIG STREQUAL asan)
  # What tells a fuzzer where it has been costs tests a tenth, a second build of
  # everything would cost five minutes of a core. Optimising what sanitizers added
  # is most of compiling, more than tests lose without it; but for the modules
  # beneath all others, whose loops they are in.
  set(FATHOM_INNER base model parse text)
  list(APPEND FATHOM_COMPILE -O0 ${sanitize} -fsanitize=fuzzer-no-link,address,undefined)
  list(APPEND FATHOM_LINK -fsanitize=address,undefined)
elseif(FATHOM_CONFIG STREQUAL tsan)
  list(APPEND FATHOM_COMPILE -O1 ${sanitize} -fsanitize=thread)
  list(APPEND FATHOM_LINK -fsanitize=thread)
elseif(FATHOM_CONFIG STREQUAL coverage)
  list(APPEND FATHOM_COMPILE -g -O0 --coverage)
  list(APPEND FATHOM_LINK --coverage)
else()
  message(FATAL_ERROR "FATHOM_CONFIG=${FATHOM_CONFIG}: no such configuration")
endif()
# It links a test in half the time; what is shipped is linked by the system's own.
if(FATHOM_CONFIG MATCHES "^(asan|tsan)$")
  find_program(FATHOM_LLD ld.lld)
  if(FATHOM_LLD)
    list(APPEND FATHOM_LINK -fuse-ld=lld)
  endif()
endif()
