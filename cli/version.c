/* version and libraries: what a report of a mistake has to say */
#include "version.h"

#include <expat.h>
#include <stdio.h>
#include <yaml.h>
#include <zip.h>

#ifndef MR_BUILD_TYPE
#define MR_BUILD_TYPE ""
#endif
#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

void version_print(void) {
    printf("multirate %s\nbuilt with %s%s%s; %s, libzip %s, libyaml %s\n", MR_VERSION, COMPILER,
           *MR_BUILD_TYPE ? ", " : "", MR_BUILD_TYPE, XML_ExpatVersion(), zip_libzip_version(),
           yaml_get_version_string());
}

void version_json(json *j) {
    json_text(j, "program", "multirate");
    json_text(j, "version", MR_VERSION);
    json_text(j, "compiler", COMPILER);
    json_text(j, "build", MR_BUILD_TYPE);
    json_text(j, "expat", XML_ExpatVersion());
    json_text(j, "libzip", zip_libzip_version());
    json_text(j, "libyaml", yaml_get_version_string());
}
