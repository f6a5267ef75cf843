#ifndef MSVC_WINDOWS_H
#define MSVC_WINDOWS_H
#include <stddef.h>
typedef unsigned long DWORD;
typedef int BOOL;
typedef struct HINSTANCE__ *HMODULE;
typedef const wchar_t *LPCWSTR;
typedef union {
    struct {
        DWORD LowPart;
        long HighPart;
    } u;
    long long QuadPart;
} LARGE_INTEGER;
typedef long long (*FARPROC)(void);
#define CP_ACP                                       0
#define CP_UTF8                                      65001
#define SEM_FAILCRITICALERRORS                       1
#define SEM_NOOPENFILEERRORBOX                       0x8000
#define LOAD_WITH_ALTERED_SEARCH_PATH                8
#define FORMAT_MESSAGE_FROM_SYSTEM                   0x1000
#define FORMAT_MESSAGE_IGNORE_INSERTS                0x200
#define GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS       4
#define GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT 2
BOOL QueryPerformanceCounter(LARGE_INTEGER *count);
BOOL QueryPerformanceFrequency(LARGE_INTEGER *frequency);
DWORD GetLastError(void);
DWORD FormatMessageW(DWORD flags, const void *source, DWORD id, DWORD language, wchar_t *text,
                     DWORD size, void *arguments);
int WideCharToMultiByte(unsigned page, DWORD flags, const wchar_t *wide, int length, char *text,
                        int size, const char *unknown, BOOL *used);
int MultiByteToWideChar(unsigned page, DWORD flags, const char *text, int length, wchar_t *wide,
                        int size);
DWORD GetFullPathNameW(LPCWSTR name, DWORD size, wchar_t *full, wchar_t **part);
BOOL SetThreadErrorMode(DWORD mode, DWORD *before);
HMODULE LoadLibraryExW(LPCWSTR name, void *file, DWORD flags);
BOOL FreeLibrary(HMODULE library);
FARPROC GetProcAddress(HMODULE library, const char *name);
BOOL GetModuleHandleExW(DWORD flags, LPCWSTR name, HMODULE *module);
DWORD GetModuleFileNameW(HMODULE module, wchar_t *name, DWORD size);
DWORD GetEnvironmentVariableW(LPCWSTR name, wchar_t *value, DWORD size);
#endif
