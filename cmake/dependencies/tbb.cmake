# Threads. Without it every loop is serial and the results are the same.
if(NOT TULLE_WITH_TBB STREQUAL "OFF")
  find_package(TBB QUIET)
endif()
tulle_use(TULLE_WITH_TBB "oneTBB (threads)" "${TBB_FOUND}")
