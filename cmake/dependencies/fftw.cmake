# Spectra of velocities. FFTW is under the GPL: who passes on a program or a Tulle::scene that has it does so under the
# GPL too. The core library never has it.
if(NOT TULLE_WITH_FFTW STREQUAL "OFF")
  find_package(TulleFftw QUIET)
endif()
tulle_use(TULLE_WITH_FFTW "FFTW 3 (spectra; GPL)" "${TulleFftw_FOUND}")
