# The page that shows a run in the browser, built by npm from viewer/. script/bootstrap fetches what it needs; nothing
# is fetched here.
if(NOT TULLE_WITH_VIEWER STREQUAL "OFF")
  find_program(TULLE_NPM npm)
  if(TULLE_NPM AND EXISTS ${PROJECT_SOURCE_DIR}/viewer/node_modules/vite)
    set(TULLE_VIEWER_FOUND TRUE)
  endif()
endif()
tulle_use(TULLE_WITH_VIEWER "npm and viewer/node_modules (view.html)" "${TULLE_VIEWER_FOUND}")

set(TULLE_VIEWER_INPUTS
  index.html
  package-lock.json
  package.json
  src/bytes.ts
  src/chart.ts
  src/cloth_mesh.ts
  src/colour_bar.ts
  src/colours.ts
  src/decode.ts
  src/dom.ts
  src/field_menu.ts
  src/field_range.ts
  src/format.ts
  src/keys.ts
  src/main.ts
  src/metrics.ts
  src/normals.ts
  src/player.ts
  src/scene3d.ts
  src/stage.ts
  src/style.css
  src/transport.ts
  src/ui.ts
  src/vite-env.d.ts
  tsconfig.json
  vite.config.ts
)
list(TRANSFORM TULLE_VIEWER_INPUTS PREPEND ${PROJECT_SOURCE_DIR}/viewer/)

# tulle_embed_viewer(<target> <source>): builds the page anew when viewer/ changed; `source` takes it up.
function(tulle_embed_viewer target source)
  # With a page it has a definition of its own and so is not joined; without, it must not move its neighbours either.
  set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  if(NOT TULLE_WITH_VIEWER_ENABLED)
    return()
  endif()
  set(page ${PROJECT_BINARY_DIR}/viewer/view.html)
  add_custom_command(OUTPUT ${page}
    COMMAND ${TULLE_NPM} run --silent build -- --outDir ${PROJECT_BINARY_DIR}/viewer
    DEPENDS ${TULLE_VIEWER_INPUTS}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}/viewer
    COMMENT "Building view.html" VERBATIM)
  set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES
    OBJECT_DEPENDS ${page} COMPILE_DEFINITIONS "TULLE_VIEW_TEMPLATE=\"${page}\"")
  target_sources(${target} PRIVATE ${page})
endfunction()
