# An instrumented build: cmake --preset coverage && cmake --build build-coverage, then tools/coverage.
# Counts are atomic, because slaves run in threads.
option(MR_COVERAGE "Build with counters of lines and branches (gcov)" OFF)
if(MR_COVERAGE)
  add_compile_options(--coverage -fprofile-update=prefer-atomic -fprofile-abs-path)
  add_link_options(--coverage)
  add_library(mr_coverage_exit OBJECT cmake/coverage_exit.c)
  target_compile_options(mr_coverage_exit PRIVATE -fno-profile-arcs -fno-test-coverage)
  add_link_options(-Wl,--wrap=_exit)
  link_libraries($<TARGET_OBJECTS:mr_coverage_exit>)
endif()
