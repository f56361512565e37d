# Direct factorisation. Only CHOLMOD's simplicial (LGPL) part is used; Eigen's SimplicialLLT stands in without it.
if(NOT TULLE_WITH_CHOLMOD STREQUAL "OFF")
  find_package(TulleCholmod QUIET)
endif()
tulle_use(TULLE_WITH_CHOLMOD "SuiteSparse CHOLMOD (direct solver)" "${TulleCholmod_FOUND}")
