# What every target of the house shares: warnings, sanitizers, and the few ways a target is made.

add_library(mr_house INTERFACE)
option(MR_STRICT "Warnings are errors; OFF for those who only install" ON)
target_compile_options(mr_house INTERFACE -Wall -Wextra -Wconversion -Wshadow $<$<BOOL:${MR_STRICT}>:-Werror>
                                          -Wstrict-prototypes -Wmissing-prototypes
                                          -ffp-contract=off)
# texts are cut on purpose: a sentence or a path that is too long loses its end, never more
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  target_compile_options(mr_house INTERFACE -Wno-format-truncation)
endif()
# clang counts enumerations as unsigned; gcc, which has them as int, looks at the signs
if(CMAKE_C_COMPILER_ID MATCHES "Clang")
  target_compile_options(mr_house INTERFACE -Wno-sign-conversion)
endif()
# MinGW's isfinite and isnan choose by size, and so convert in branches that are never taken
if(MINGW)
  target_compile_options(mr_house INTERFACE -Wno-float-conversion)
endif()
# what the compiler knows of the system it runs on
if(MR_PLAIN_SYSTEM)
  add_compile_options(-U__linux__ -U__linux -Ulinux -DMR_PLAIN_SYSTEM)
endif()
# plug-ins are looked for by this ending (libmultirate/src/isolation/dynamic_library.h)
if(WIN32)
  set(MR_PLUGIN_SUFFIX .dll)
elseif(APPLE)
  set(MR_PLUGIN_SUFFIX .dylib)
else()
  set(MR_PLUGIN_SUFFIX .so)
endif()
if(MR_SANITIZE)
  add_compile_options(-fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined,float-cast-overflow)
endif()

# mr_add_plugin(NAME sources... [LIBS libraries...]): a slave plug-in, build/lib/multirate/NAME.so
function(mr_add_plugin name)
  cmake_parse_arguments(P "" "" "LIBS" ${ARGN})
  add_library(slave_${name} MODULE ${P_UNPARSED_ARGUMENTS})
  target_link_libraries(slave_${name} PRIVATE mr_house multirate_headers ${P_LIBS})
  if(TARGET mr_fmi_adapter AND NOT name STREQUAL "fmu") # the binary of its own FMU
    target_link_libraries(slave_${name} PRIVATE mr_fmi_adapter)
    # with several of them in one process each uses its own functions
    target_link_options(slave_${name} PRIVATE -Wl,-Bsymbolic-functions)
    # inside an FMU the libraries that it needs may lie beside it, and theirs too (so no RUNPATH)
    target_link_options(slave_${name} PRIVATE -Wl,--disable-new-dtags)
    set_target_properties(slave_${name} PROPERTIES INSTALL_RPATH "$ORIGIN" BUILD_WITH_INSTALL_RPATH ON)
  endif()
  set_target_properties(slave_${name} PROPERTIES
    PREFIX "" OUTPUT_NAME ${name} SUFFIX ${MR_PLUGIN_SUFFIX}
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/multirate)
  install(TARGETS slave_${name} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/multirate)
endfunction()

# mr_add_suite(NAME sources... [LIBS libraries...] [LABELS labels...]): one CUnit program, one ctest
function(mr_add_suite name)
  cmake_parse_arguments(S "" "" "LIBS;LABELS" ${ARGN})
  add_executable(test_${name} ${S_UNPARSED_ARGUMENTS})
  target_link_libraries(test_${name} PRIVATE mr_house mr_test_support ${S_LIBS})
  set_target_properties(test_${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  set_property(GLOBAL APPEND PROPERTY MR_SUITES ${name}) # tests/torture runs them too
  add_test(NAME ${name} COMMAND test_${name} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS "${S_LABELS}"
    ENVIRONMENT "MULTIRATE_SLAVE_PATH=${PROJECT_BINARY_DIR}/lib/multirate")
endfunction()
