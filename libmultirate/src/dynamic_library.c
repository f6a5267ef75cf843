/* shared libraries by dlopen, or LoadLibrary on Windows */
#define _GNU_SOURCE
#include "dynamic_library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void cut_file_name(char *path) {
    char *slash = strrchr(path, '/');
    char *backslash = strrchr(path, '\\');
    if (backslash > slash)
        slash = backslash;
    if (slash)
        *slash = '\0';
    else
        path[0] = '\0';
}

#if defined(_WIN32)

#include <windows.h>

void *mr_library_open(const char *path, char *why, size_t why_size) {
    HMODULE library = LoadLibraryA(path);
    if (!library)
        snprintf(why, why_size, "system error %lu", GetLastError());
    return (void *)library;
}

void mr_library_close(void *library) {
    FreeLibrary((HMODULE)library);
}

mr_any_function mr_library_symbol(void *library, const char *name) {
    return (mr_any_function)GetProcAddress((HMODULE)library, name);
}

void mr_library_own_folder(char *folder, size_t size) {
    HMODULE self = NULL;
    GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
                           GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                       (LPCSTR)(void *)mr_library_own_folder, &self);
    DWORD length = GetModuleFileNameA(self, folder, (DWORD)size);
    if (length == 0 || length >= size)
        folder[0] = '\0';
    cut_file_name(folder);
}

#else

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>

void *mr_library_open(const char *path, char *why, size_t why_size) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *text = dlerror();
        snprintf(why, why_size, "%s", text ? text : "unknown reason");
    }
    return library;
}

void mr_library_close(void *library) {
    dlclose(library);
}

mr_any_function mr_library_symbol(void *library, const char *name) {
    /* a function pointer out of a data pointer: POSIX's way, through memory */
    void *symbol = dlsym(library, name);
    mr_any_function function;
    memcpy(&function, &symbol, sizeof function);
    return function;
}

void mr_library_own_folder(char *folder, size_t size) {
    Dl_info info;
    void (*self)(char *, size_t) = mr_library_own_folder;
    void *address;
    char path[PATH_MAX];
    memcpy(&address, &self, sizeof address);
    const char *file = dladdr(address, &info) && info.dli_fname ? info.dli_fname : "";
    /* a program's name is what its caller says, found along PATH or from another folder than the
     * present one: only the system knows where it is */
#if defined(__GLIBC__)
    if (strcmp(file, program_invocation_name) == 0)
        file = "";
#endif
    if (!strchr(file, '/') || !realpath(file, path)) {
        if (!realpath("/proc/self/exe", path))
            path[0] = '\0';
    }
    snprintf(folder, size, "%s", path);
    cut_file_name(folder);
}

#endif
