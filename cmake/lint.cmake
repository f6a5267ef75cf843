# `tidy` and `cppcheck` as targets: cmake --build build --target tidy cppcheck
find_program(CLANG_TIDY clang-tidy)
find_program(CPPCHECK cppcheck)
set(MR_LINTED libmultirate/src block/src analysis/src mbs_slave/two_mass sfun xcos/src cli)
file(GLOB_RECURSE MR_LINTED_FILES CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
  libmultirate/src/*.c block/src/*.c mbs_slave/two_mass/*.c xcos/src/*.c cli/*.c)
if(CLANG_TIDY)
  add_custom_target(tidy COMMAND ${CLANG_TIDY} --quiet --extra-arg=-Wno-unknown-warning-option
    -p ${PROJECT_BINARY_DIR} ${MR_LINTED_FILES}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} VERBATIM)
endif()
if(CPPCHECK)
  add_custom_target(cppcheck COMMAND ${CPPCHECK} --quiet --std=c11 --error-exitcode=1 --inline-suppr
    --enable=warning,performance,portability --suppress=missingIncludeSystem
    -Ilibmultirate/include -Ilibmultirate/src -Iblock/include -Iblock/src -Imbs_slave/two_mass -Ianalysis/include -Ianalysis/src -Iblockdiagram/include -Ixcos/src ${MR_LINTED}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} VERBATIM)
endif()
