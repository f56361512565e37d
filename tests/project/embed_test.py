#!/usr/bin/env python3
"""Configures a project that takes Tulle in with add_subdirectory: it gets the library, and nothing it did not ask for.

usage: embed_test.py TULLE_DIR [CMAKE_ARGUMENT...]
"""

import subprocess
import sys
import tempfile
from pathlib import Path

HOST = """
cmake_minimum_required(VERSION 3.25)
project(Host LANGUAGES CXX)
add_subdirectory("{tulle}" tulle)
if(NOT TARGET Tulle::tulle)
  message(FATAL_ERROR "no target Tulle::tulle")
endif()
foreach(option BUILD_SCENE BUILD_APPS BUILD_TESTS BUILD_BENCHMARKS INSTALL WARNINGS_AS_ERRORS)
  if(TULLE_${{option}})
    message(FATAL_ERROR "TULLE_${{option}} is on in a project that embeds Tulle")
  endif()
endforeach()
file(WRITE ${{CMAKE_CURRENT_BINARY_DIR}}/main.cpp "#include <tulle/version.hpp>\\nint main() {{ return tulle::version.empty(); }}")
add_executable(host ${{CMAKE_CURRENT_BINARY_DIR}}/main.cpp)
target_link_libraries(host PRIVATE Tulle::tulle)
"""


def main(tulle_dir, *cmake_arguments):
    with tempfile.TemporaryDirectory(prefix="tulle-embed-") as directory:
        Path(directory, "CMakeLists.txt").write_text(HOST.format(tulle=tulle_dir), encoding="utf-8")
        subprocess.run(["cmake", "-S", directory, "-B", directory + "/build", "-G", "Ninja", *cmake_arguments], check=True)
        targets = subprocess.run(["ninja", "-C", directory + "/build", "-t", "targets", "all"], check=True, text=True,
                                 stdout=subprocess.PIPE).stdout
        unasked = [line for line in targets.splitlines() if "_test" in line or "tulle_scene" in line]
        assert not unasked, unasked


if __name__ == "__main__":
    main(*sys.argv[1:])
