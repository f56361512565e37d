# Fixed-size and sparse algebra; the one library the core needs.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
