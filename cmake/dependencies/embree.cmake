# Rays against meshes, for pictures.
if(NOT TULLE_WITH_EMBREE STREQUAL "OFF")
  find_package(embree 3 QUIET)
endif()
tulle_use(TULLE_WITH_EMBREE "Embree 3 (ray-traced pictures)" "${embree_FOUND}")
