# SUNDIALS 6 CVODE as Tulle::sundials. Used by the build and, installed beside it, by find_package(Tulle). SUNDIALS' own
# CMake package wants the MPI, PETSc and hypre that Debian's was built with; the one library used here needs none of them.
find_path(SUNDIALS_INCLUDE_DIR cvode/cvode.h)
find_library(SUNDIALS_CVODE_LIBRARY sundials_cvode)
mark_as_advanced(SUNDIALS_INCLUDE_DIR SUNDIALS_CVODE_LIBRARY)
if(SUNDIALS_INCLUDE_DIR)
  file(STRINGS ${SUNDIALS_INCLUDE_DIR}/sundials/sundials_config.h SUNDIALS_VERSION_LINE
       REGEX "#define SUNDIALS_VERSION \"")
  string(REGEX MATCH "[0-9]+[.0-9]*" SUNDIALS_VERSION "${SUNDIALS_VERSION_LINE}")
endif()

include(FindPackageHandleStandardArgs)
# Version 7 renames what is used here.
find_package_handle_standard_args(TulleSundials HANDLE_VERSION_RANGE
  REQUIRED_VARS SUNDIALS_CVODE_LIBRARY SUNDIALS_INCLUDE_DIR VERSION_VAR SUNDIALS_VERSION)

if(TulleSundials_FOUND AND NOT TARGET Tulle::sundials)
  add_library(Tulle::sundials INTERFACE IMPORTED)
  target_include_directories(Tulle::sundials SYSTEM INTERFACE ${SUNDIALS_INCLUDE_DIR})
  target_link_libraries(Tulle::sundials INTERFACE ${SUNDIALS_CVODE_LIBRARY})
endif()
