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

/* processes, shared memory, events, jobs */
typedef void *HANDLE;
typedef size_t SIZE_T;
typedef struct {
    DWORD nLength;
    void *lpSecurityDescriptor;
    BOOL bInheritHandle;
} SECURITY_ATTRIBUTES;
typedef struct {
    DWORD cb;
} STARTUPINFOW;
typedef struct _PROC_THREAD_ATTRIBUTE_LIST *LPPROC_THREAD_ATTRIBUTE_LIST;
typedef struct {
    STARTUPINFOW StartupInfo;
    LPPROC_THREAD_ATTRIBUTE_LIST lpAttributeList;
} STARTUPINFOEXW;
typedef struct {
    HANDLE hProcess, hThread;
    DWORD dwProcessId, dwThreadId;
} PROCESS_INFORMATION;
typedef struct {
    DWORD dwNumberOfProcessors;
} SYSTEM_INFO;
typedef struct {
    DWORD LimitFlags;
} JOBOBJECT_BASIC_LIMIT_INFORMATION;
typedef struct {
    JOBOBJECT_BASIC_LIMIT_INFORMATION BasicLimitInformation;
} JOBOBJECT_EXTENDED_LIMIT_INFORMATION;
enum { JobObjectExtendedLimitInformation = 9 };
#define TRUE                               1
#define FALSE                              0
#define INFINITE                           0xFFFFFFFF
#define WAIT_OBJECT_0                      0
#define INVALID_HANDLE_VALUE               ((HANDLE)(long long)-1)
#define PAGE_READWRITE                     4
#define FILE_MAP_WRITE                     2
#define PROC_THREAD_ATTRIBUTE_HANDLE_LIST  0x20002
#define EXTENDED_STARTUPINFO_PRESENT       0x80000
#define CREATE_SUSPENDED                   4
#define CREATE_NO_WINDOW                   0x8000000
#define CREATE_NEW_PROCESS_GROUP           0x200
#define JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE 0x2000
#define SEM_NOGPFAULTERRORBOX              2
void GetSystemInfo(SYSTEM_INFO *about);
BOOL SwitchToThread(void);
HANDLE CreateFileMappingW(HANDLE file, SECURITY_ATTRIBUTES *attributes, DWORD protection,
                          DWORD high, DWORD low, LPCWSTR name);
void *MapViewOfFile(HANDLE mapping, DWORD access, DWORD high, DWORD low, SIZE_T size);
BOOL UnmapViewOfFile(const void *view);
HANDLE CreateEventW(SECURITY_ATTRIBUTES *attributes, BOOL manual, BOOL set, LPCWSTR name);
BOOL SetEvent(HANDLE event);
DWORD WaitForSingleObject(HANDLE object, DWORD milliseconds);
BOOL CloseHandle(HANDLE object);
BOOL GetHandleInformation(HANDLE object, DWORD *flags);
DWORD SetErrorMode(DWORD mode);
BOOL InitializeProcThreadAttributeList(LPPROC_THREAD_ATTRIBUTE_LIST list, DWORD count, DWORD flags,
                                       SIZE_T *size);
BOOL UpdateProcThreadAttribute(LPPROC_THREAD_ATTRIBUTE_LIST list, DWORD flags,
                               unsigned long long attribute, void *value, SIZE_T size, void *before,
                               SIZE_T *returned);
void DeleteProcThreadAttributeList(LPPROC_THREAD_ATTRIBUTE_LIST list);
BOOL CreateProcessW(LPCWSTR program, wchar_t *command, SECURITY_ATTRIBUTES *process,
                    SECURITY_ATTRIBUTES *thread, BOOL inherit, DWORD flags, void *environment,
                    LPCWSTR folder, STARTUPINFOW *start, PROCESS_INFORMATION *made);
BOOL TerminateProcess(HANDLE process, unsigned code);
BOOL GetExitCodeProcess(HANDLE process, DWORD *code);
DWORD ResumeThread(HANDLE thread);
HANDLE CreateJobObjectW(SECURITY_ATTRIBUTES *attributes, LPCWSTR name);
BOOL SetInformationJobObject(HANDLE job, int kind, void *information, DWORD size);
BOOL AssignProcessToJobObject(HANDLE job, HANDLE process);
BOOL TerminateJobObject(HANDLE job, unsigned code);
#endif
