# Rays against meshes: pictures (with libpng), and one of the ways to query mesh obstacles.
if(NOT TULLE_WITH_EMBREE STREQUAL "OFF")
  find_package(embree 3 QUIET)
endif()
tulle_use(TULLE_WITH_EMBREE "Embree 3 (ray-traced pictures, mesh queries)" "${embree_FOUND}")
