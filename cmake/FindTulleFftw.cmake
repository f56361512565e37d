# FFTW 3 in double precision as Tulle::fftw. Used by the build and, installed beside it, by find_package(Tulle). Debian's
# package has no CMake files of its own.
find_path(FFTW_INCLUDE_DIR fftw3.h)
find_library(FFTW_LIBRARY fftw3)
mark_as_advanced(FFTW_INCLUDE_DIR FFTW_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(TulleFftw REQUIRED_VARS FFTW_LIBRARY FFTW_INCLUDE_DIR)

if(TulleFftw_FOUND AND NOT TARGET Tulle::fftw)
  add_library(Tulle::fftw INTERFACE IMPORTED)
  target_include_directories(Tulle::fftw SYSTEM INTERFACE ${FFTW_INCLUDE_DIR})
  target_link_libraries(Tulle::fftw INTERFACE ${FFTW_LIBRARY})
endif()
