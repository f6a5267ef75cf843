/* shared libraries by dlopen, or LoadLibrary on Windows, where the texts of the system are UTF-16
 */
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

#include "multirate/file.h"

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#define ROOM 4096

static void utf8(const wchar_t *wide, char *text, size_t size) {
    if (!WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, (int)size, NULL, NULL))
        text[0] = '\0';
}

/* the system's own words, without their end of line */
static void explain(DWORD error, char *why, size_t why_size) {
    wchar_t words[256] = L"";
    char text[512];
    FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL, error, 0,
                   words, 256, NULL);
    utf8(words, text, sizeof text);
    text[strcspn(text, "\r\n")] = '\0';
    if (text[0] && text[strlen(text) - 1] == '.')
        text[strlen(text) - 1] = '\0';
    snprintf(why, why_size, "%s%ssystem error %lu", text, text[0] ? ", " : "", error);
}

/* what the library needs is looked for beside it too, and no dialog asks the user about it */
void *mr_library_open(const char *path, char *why, size_t why_size) {
    wchar_t name[ROOM], full[ROOM];
    DWORD before = 0;
    if (!mr_file_wide(path, name, ROOM) && !MultiByteToWideChar(CP_ACP, 0, path, -1, name, ROOM)) {
        snprintf(why, why_size, "its name is no text");
        return NULL;
    }
    const DWORD length = GetFullPathNameW(name, ROOM, full, NULL);
    if (length == 0 || length >= ROOM) {
        snprintf(why, why_size, "its name is too long");
        return NULL;
    }
    SetThreadErrorMode(SEM_FAILCRITICALERRORS | SEM_NOOPENFILEERRORBOX, &before);
    HMODULE library = LoadLibraryExW(full, NULL, LOAD_WITH_ALTERED_SEARCH_PATH);
    const DWORD error = GetLastError();
    SetThreadErrorMode(before, NULL);
    if (!library)
        explain(error, why, why_size);
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
    LPCWSTR address;
    wchar_t path[ROOM];
    void (*function)(char *, size_t) = mr_library_own_folder;
    memcpy(&address, &function, sizeof address);
    GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS |
                           GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                       address, &self);
    const DWORD length = GetModuleFileNameW(self, path, ROOM);
    if (length == 0 || length >= ROOM)
        path[0] = L'\0';
    utf8(path, folder, size);
    cut_file_name(folder);
}

/* asked from the system: the copy of a run-time library may be older than what the host has set */
const char *mr_environment(const char *name, char *text, size_t size) {
    wchar_t wide_name[64], value[ROOM];
    const DWORD length =
        mr_file_wide(name, wide_name, 64) ? GetEnvironmentVariableW(wide_name, value, ROOM) : 0;
    if (length == 0 || length >= ROOM)
        return NULL;
    utf8(value, text, size);
    return text[0] ? text : NULL;
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
#if defined(__linux__) && defined(__GLIBC__)
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

const char *mr_environment(const char *name, char *text, size_t size) {
    (void)text;
    (void)size;
    return getenv(name);
}

#endif
