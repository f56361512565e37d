# One place for the flags every Tulle target is compiled with.
function(tulle_compile_options target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
    # Contracted multiply-adds would make results differ between machines and compilers.
    -ffp-contract=off
    # No code reads errno after a square root, and vector units cannot set it.
    -fno-math-errno)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Vectors of four doubles (core/wide.hpp) are passed between inlined functions only.
    target_compile_options(${target} PRIVATE -Wno-psabi)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # g++ 12 sees overflows in its own std::string where there are none (GCC bugs 105329 and 105651).
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
  if(TULLE_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(NOT TULLE_WIDE)
    target_compile_definitions(${target} PRIVATE TULLE_WITHOUT_WIDE)
  endif()
  if(TULLE_ASSERTS)
    target_compile_definitions(${target} PRIVATE TULLE_ENABLE_ASSERTS)
  endif()
  if(TULLE_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${TULLE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # Between the sanitizer's checks g++ loses track of what is initialised (its manual warns of that).
      target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
    endif()
    # Whatever links a sanitized static library needs the sanitizer's runtime.
    target_link_options(${target} PUBLIC -fsanitize=${TULLE_SANITIZE})
  endif()
endfunction()

# tulle_compile_quickly(<target>): for code that reads, writes and prints around the loops that take time. With -O1 it takes
# 30 % less time to compile than with -O3. Debug builds are left as they are.
function(tulle_compile_quickly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-O1>)
endfunction()

# tulle_precompile(<target> <headers>...): parse heavy headers once per target. Sources still include what they use.
function(tulle_precompile target)
  if(TULLE_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# tulle_join_sources(<target>): compile its sources several at a time, as parsing headers and filling in their templates is
# most of the work. The names that a file keeps to itself must then differ from those of its neighbours.
function(tulle_join_sources target)
  if(TULLE_JOINED_SOURCES GREATER 1)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${TULLE_JOINED_SOURCES})
    # A parameter may have the name of a constant that another source keeps to itself: whether the two meet depends on the
    # grouping. script/lint compiles each source alone, with all of -Wshadow.
    target_compile_options(${target} PRIVATE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wshadow=local>)
  endif()
endfunction()

# tulle_optional_source(<target> <source>): one that comes with an optional library. It is compiled alone, so that the
# others are joined in the same groups with and without that library.
function(tulle_optional_source target source)
  tulle_separate_source(${target} ${source})
endfunction()

# tulle_separate_source(<target> <source>): compiled alone, because its loops call short functions. g++ limits how much one
# compiler call may grow by inlining. Joined with other sources it leaves some of these calls in place, and which ones
# depends on the grouping: a step with many shapes as obstacles then takes 5 % more instructions.
function(tulle_separate_source target source)
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/${source})
  set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# tulle_side_by_side_source(<target> <source>): its loops choose between values that are all computed, for several elements
# at a time. g++ does so only where comparisons need raise no floating-point exceptions, which nothing here looks at; the
# numbers are the same. A source with options of its own is compiled alone, and without precompiled headers, which bring
# the options that they were made with.
function(tulle_side_by_side_source target source)
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/${source})
  set_source_files_properties(${source} TARGET_DIRECTORY ${target} PROPERTIES COMPILE_OPTIONS -fno-trapping-math
                                                                              SKIP_UNITY_BUILD_INCLUSION ON
                                                                              SKIP_PRECOMPILE_HEADERS ON)
endfunction()
