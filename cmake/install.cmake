# The installed program needs neither npm nor this repository: what it reads
# at run time lies in share/fathom, found relative to the program.
if(TARGET fathom)
  install(TARGETS fathom RUNTIME DESTINATION bin)
  # The program knows its own completions; an older one that does not is no error.
  install(CODE "set(fathom \"$<TARGET_FILE:fathom>\")")
  install(CODE [[
    foreach(target bash:share/bash-completion/completions/fathom
                   zsh:share/zsh/site-functions/_fathom
                   fish:share/fish/vendor_completions.d/fathom.fish)
      string(REGEX MATCH "^([^:]+):(.*)$" _ ${target})
      execute_process(COMMAND ${fathom} completion ${CMAKE_MATCH_1}
                      RESULT_VARIABLE status OUTPUT_VARIABLE text ERROR_QUIET)
      if(status EQUAL 0 AND text)
        file(WRITE "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/${CMAKE_MATCH_2}" "${text}")
      endif()
    endforeach()]])
endif()
# Standard libraries' facts are made by the built program itself
# (scripts/library), once for all configurations; programs look beside
# themselves first.
set(FATHOM_LIBRARY ${PROJECT_SOURCE_DIR}/build/library)
file(MAKE_DIRECTORY ${FATHOM_LIBRARY})
foreach(programs . tests bench fuzz)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/${programs})
  file(CREATE_LINK ${FATHOM_LIBRARY} ${PROJECT_BINARY_DIR}/${programs}/library SYMBOLIC)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/data/gates ${PROJECT_BINARY_DIR}/${programs}/gates SYMBOLIC)
endforeach()
install(DIRECTORY ${FATHOM_LIBRARY}/ DESTINATION share/fathom/library FILES_MATCHING PATTERN "*.facts")
get_property(grammar_modules GLOBAL PROPERTY fathom_grammar_modules)
install(FILES ${grammar_modules} DESTINATION share/fathom/grammars)
install(DIRECTORY data/ DESTINATION share/fathom/data OPTIONAL PATTERN gates EXCLUDE)
install(DIRECTORY data/gates/ DESTINATION share/fathom/gates)
install(DIRECTORY docs/ DESTINATION share/doc/fathom OPTIONAL PATTERN decisions EXCLUDE)
install(FILES AGENTS.md DESTINATION share/fathom OPTIONAL)
install(FILES README.md LICENSE CHANGELOG.md DESTINATION share/doc/fathom OPTIONAL)
