# The Python module.
if(PROJECT_IS_TOP_LEVEL AND NOT TULLE_WITH_PYTHON STREQUAL "OFF")
  # The system's, which has NumPy and whose headers script/bootstrap installs, before any other that is in the way; pip
  # names its own.
  find_program(Python_EXECUTABLE python3 PATHS /usr/bin NO_DEFAULT_PATH)
  find_package(Python 3.9 QUIET COMPONENTS Interpreter Development.Module)
  set(PYBIND11_FINDPYTHON ON)
  find_package(pybind11 2.10 QUIET CONFIG)
endif()
set(python_found FALSE)
if(Python_Development.Module_FOUND AND pybind11_FOUND)
  set(python_found TRUE)
endif()
tulle_use(TULLE_WITH_PYTHON "pybind11 (the Python module)" "${python_found}")

# tulle_for_python(<target>): the module is a shared library made of our static ones, which must be compiled for that.
# Nobody replaces our functions by others at run time, so they may be inlined as in a program.
function(tulle_for_python target)
  if(TULLE_WITH_PYTHON_ENABLED OR CMAKE_POSITION_INDEPENDENT_CODE)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  endif()
endfunction()
