# Install rules that belong to no single room, and the Debian packages made by CPack: `tools/packages` makes them.
# The version of the project() line is the only one.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
find_program(GZIP gzip)

# manual pages and completions are told by the program itself, from its tables of options
if(GZIP AND NOT MR_SANITIZE AND NOT CMAKE_CROSSCOMPILING AND TARGET multirate_cli)
  set(help ${PROJECT_BINARY_DIR}/help)
  add_custom_command(OUTPUT ${help}/multirate.1.gz
    COMMAND ${CMAKE_COMMAND} -E make_directory ${help}
    COMMAND ${PROJECT_SOURCE_DIR}/cmake/make_help $<TARGET_FILE:multirate_cli> ${help} ${PROJECT_SOURCE_DIR}
    DEPENDS multirate_cli ${PROJECT_SOURCE_DIR}/cmake/make_help ${PROJECT_SOURCE_DIR}/CHANGELOG.md VERBATIM COMMENT "Manual pages, completions")
  add_custom_target(help_pages ALL DEPENDS ${help}/multirate.1.gz)
  install(DIRECTORY ${help}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 FILES_MATCHING PATTERN "*.1.gz")
  install(FILES ${help}/multirate DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${help}/_multirate DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/multirate)
install(FILES ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/multirate)
install(FILES ${PROJECT_SOURCE_DIR}/mbs_slave/multibody/FORMAT.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/multirate/mbs_slave/multibody)

set(components program slaves dev octave xcos)
set(names multirate multirate-slaves libmultirate-dev octave-multirate scilab-multirate)
foreach(component name IN ZIP_LISTS components names)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  # what every Debian package says of itself
  configure_file(${PROJECT_SOURCE_DIR}/cmake/debian-copyright.in ${PROJECT_BINARY_DIR}/debian/${name}/copyright @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/debian/${name}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component})
  if(TARGET help_pages)
    install(FILES ${help}/changelog.gz DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component})
  endif()
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL ${components})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGE_NAME multirate)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "co-simulation with a step size for each side")
set(CPACK_PACKAGE_CONTACT "Multirate maintainers <maintainers@multirate.example.org>")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_SLAVES_PACKAGE_SECTION science)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_OCTAVE_PACKAGE_SECTION math)
set(CPACK_DEBIAN_XCOS_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "multirate-slaves (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "gnuplot-nox, librsvg2-bin")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "libmultirate-dev, octave-multirate, openmpi-bin, gcc")
set(CPACK_DEBIAN_OCTAVE_PACKAGE_DEPENDS "octave, octave-dev, cmake, gcc, make, liblapacke-dev, libmatio-dev, libexpat1-dev, libzip-dev, libsundials-dev, libsuitesparse-dev, libyaml-dev")
set(CPACK_DEBIAN_OCTAVE_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_XCOS_PACKAGE_DEPENDS "multirate-slaves (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_XCOS_PACKAGE_SUGGESTS "scilab-cli, scilab-full-bin")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "co-simulation in which each side has its own step size
The program runs Simulink-style model files, FMUs, mechanisms and systems of
them without MATLAB, and couples them with a step size for each.")
set(CPACK_COMPONENT_SLAVES_DESCRIPTION "simulators for multirate co-simulation
Plug-ins: multibody mechanisms, FMUs, MuJoCo models, the two-mass problem.")
set(CPACK_COMPONENT_DEV_DESCRIPTION "library and headers of multirate co-simulation
Static library, headers for masters, slaves and S-functions, and the files
for CMake and pkg-config.")
set(CPACK_COMPONENT_OCTAVE_DESCRIPTION "multirate co-simulation in GNU Octave
The package for pkg install: model files, S-functions and the commands of
Simulink in Octave.")
set(CPACK_COMPONENT_XCOS_DESCRIPTION "multirate co-simulation block for Scilab/Xcos
The block, its palette and examples.")
include(CPack)
