# SuiteSparse CHOLMOD as Tulle::cholmod. Used by the build and, installed beside it, by find_package(Tulle): Debian's
# SuiteSparse brings no CMake package of its own.
find_path(CHOLMOD_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse)
find_library(CHOLMOD_LIBRARY cholmod)
mark_as_advanced(CHOLMOD_INCLUDE_DIR CHOLMOD_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(TulleCholmod REQUIRED_VARS CHOLMOD_LIBRARY CHOLMOD_INCLUDE_DIR)

if(TulleCholmod_FOUND AND NOT TARGET Tulle::cholmod)
  add_library(Tulle::cholmod INTERFACE IMPORTED)
  target_include_directories(Tulle::cholmod SYSTEM INTERFACE ${CHOLMOD_INCLUDE_DIR})
  target_link_libraries(Tulle::cholmod INTERFACE ${CHOLMOD_LIBRARY})
endif()
