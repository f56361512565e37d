# Odeint, headers only: the explicit methods that choose their step, cash-karp and bulirsch-stoer.
if(NOT TULLE_WITH_BOOST STREQUAL "OFF")
  find_package(Boost 1.74 QUIET)
endif()
tulle_use(TULLE_WITH_BOOST "Boost (error-controlled explicit methods)" "${Boost_FOUND}")
