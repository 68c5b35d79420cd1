# The dashboard's page, bundled once for all configurations; programs find it
# beside themselves.
set(FATHOM_WEB ${PROJECT_SOURCE_DIR}/build/web)
file(GLOB web_sources CONFIGURE_DEPENDS src/dashboard/web/*)
add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/web.stamp
  COMMAND flock ${PROJECT_SOURCE_DIR}/build/web.lock ${PROJECT_SOURCE_DIR}/scripts/web ${FATHOM_WEB}
  COMMAND ${CMAKE_COMMAND} -E touch ${PROJECT_BINARY_DIR}/web.stamp
  DEPENDS ${PROJECT_SOURCE_DIR}/scripts/web ${PROJECT_SOURCE_DIR}/deps/web/package-lock.json ${web_sources}
  VERBATIM COMMENT "the dashboard's page")
add_custom_target(web ALL DEPENDS ${PROJECT_BINARY_DIR}/web.stamp)
file(CREATE_LINK ${FATHOM_WEB} ${PROJECT_BINARY_DIR}/web SYMBOLIC)
install(DIRECTORY ${FATHOM_WEB}/ DESTINATION share/fathom/web OPTIONAL)
