# Install rules that belong to no single room, and the Debian package made by CPack.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME multirate)
set(CPACK_PACKAGE_CONTACT "Multirate maintainers <maintainers@multirate.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
include(CPack)
