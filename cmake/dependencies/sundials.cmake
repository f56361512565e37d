# Reference trajectories by CVODE. Without it nothing is compared with a reference; simulating needs it nowhere.
if(NOT TULLE_WITH_SUNDIALS STREQUAL "OFF")
  find_package(TulleSundials 6...<7 QUIET)
endif()
tulle_use(TULLE_WITH_SUNDIALS "SUNDIALS CVODE (reference solutions)" "${TulleSundials_FOUND}")
