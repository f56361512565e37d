# What `cmake --install` installs, and what find_package(Tulle) finds afterwards.
option(TULLE_INSTALL "Install the library, its headers, the tulle command, the scenes and the fabrics" ${PROJECT_IS_TOP_LEVEL})
if(NOT TULLE_INSTALL)
  return()
endif()

include(CMakePackageConfigHelpers)
set(TULLE_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Tulle)
set(TULLE_SCENES_DIR ${CMAKE_INSTALL_DATADIR}/tulle/scenes)
set(TULLE_FABRICS_DIR ${CMAKE_INSTALL_DATADIR}/tulle/fabrics)

# tulle_install_library(<target> <export set>)
function(tulle_install_library target export)
  set_target_properties(${target} PROPERTIES
    VERSION ${PROJECT_VERSION}
    # Below 1.0 a minor version may change the interface.
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    INSTALL_RPATH $ORIGIN)
  install(TARGETS ${target} EXPORT ${export})
  install(EXPORT ${export} FILE ${export}.cmake NAMESPACE Tulle:: DESTINATION ${TULLE_PACKAGE_DIR})
endfunction()

# Public headers of the scene library; all others belong to the core.
set(scene_headers frame_writer.hpp output_error.hpp run.hpp run_frames.hpp scene_file.hpp)
list(TRANSFORM scene_headers REPLACE "(.+)" "PATTERN;\\1;EXCLUDE" OUTPUT_VARIABLE without_scene_headers)

tulle_install_library(tulle TulleTargets)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/tulle ${PROJECT_BINARY_DIR}/include/tulle
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN *.hpp ${without_scene_headers})

# The scene library has its own export set, so that who wants the core alone need not have fmt and toml++.
if(TULLE_BUILD_SCENE)
  tulle_install_library(tulle_scene TulleSceneTargets)
  list(TRANSFORM scene_headers PREPEND ${PROJECT_SOURCE_DIR}/include/tulle/)
  install(FILES ${scene_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tulle)
endif()

if(TULLE_BUILD_APPS)
  file(RELATIVE_PATH TULLE_LIBRARIES_FROM_PROGRAM ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set_target_properties(tulle_app PROPERTIES INSTALL_RPATH $ORIGIN/${TULLE_LIBRARIES_FROM_PROGRAM})
  install(TARGETS tulle_app)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/scenes/ DESTINATION ${TULLE_SCENES_DIR})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/fabrics/ DESTINATION ${TULLE_FABRICS_DIR})
endif()

get_target_property(TULLE_LIBRARY_TYPE tulle TYPE)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/TulleConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/TulleConfig.cmake INSTALL_DESTINATION ${TULLE_PACKAGE_DIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/TulleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/cmake/TulleConfig.cmake
  ${PROJECT_BINARY_DIR}/cmake/TulleConfigVersion.cmake
  DESTINATION ${TULLE_PACKAGE_DIR})
if(TULLE_WITH_CHOLMOD_ENABLED)
  install(FILES ${PROJECT_SOURCE_DIR}/cmake/FindTulleCholmod.cmake DESTINATION ${TULLE_PACKAGE_DIR})
endif()
if(TULLE_WITH_SUNDIALS_ENABLED)
  install(FILES ${PROJECT_SOURCE_DIR}/cmake/FindTulleSundials.cmake DESTINATION ${TULLE_PACKAGE_DIR})
endif()
if(TULLE_WITH_FFTW_ENABLED)
  install(FILES ${PROJECT_SOURCE_DIR}/cmake/FindTulleFftw.cmake DESTINATION ${TULLE_PACKAGE_DIR})
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
