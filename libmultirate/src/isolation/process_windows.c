/* starting and ending the process of a slave, on Windows */
#if defined(_WIN32)
#include "isolation/process.h"

#include "multirate/file.h"

#include <stdint.h>
#include <stdlib.h>
#include <wchar.h>

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#define ROOM 4096

/* the new process gets these handles and no others that the program around us may have */
static bool create(const wchar_t *program, mr_channel_handle handle, PROCESS_INFORMATION *made) {
    HANDLE given[] = {(HANDLE)handle.mapping, (HANDLE)handle.bells[0], (HANDLE)handle.bells[1]};
    wchar_t command[ROOM + 80];
    SIZE_T size = 0;
    STARTUPINFOEXW start = {.StartupInfo = {.cb = sizeof start}};
    /* handles have 32 bits that count, on every Windows */
    const int length = _snwprintf(
        command, ROOM + 80, L"\"%ls\" %lu %lu %lu", program, (unsigned long)(uintptr_t)given[0],
        (unsigned long)(uintptr_t)given[1], (unsigned long)(uintptr_t)given[2]);
    if (length < 0 || length >= ROOM + 80)
        return false;
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    start.lpAttributeList = malloc(size);
    if (!start.lpAttributeList)
        return false;
    bool good = false;
    if (InitializeProcThreadAttributeList(start.lpAttributeList, 1, 0, &size)) {
        good =
            UpdateProcThreadAttribute(start.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
                                      given, sizeof given, NULL, NULL) &&
            CreateProcessW(program, command, NULL, NULL, TRUE,
                           EXTENDED_STARTUPINFO_PRESENT | CREATE_SUSPENDED | CREATE_NO_WINDOW |
                               CREATE_NEW_PROCESS_GROUP,
                           NULL, NULL, &start.StartupInfo, made);
        DeleteProcThreadAttributeList(start.lpAttributeList);
    }
    free(start.lpAttributeList);
    return good;
}

/* however the master ends, its handle of the job goes with it, and so does the slave */
static HANDLE make_job(HANDLE process) {
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limit = {0};
    HANDLE job = CreateJobObjectW(NULL, NULL);
    limit.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    if (job &&
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limit, sizeof limit) &&
        AssignProcessToJobObject(job, process))
        return job;
    if (job)
        CloseHandle(job);
    return NULL;
}

bool mr_process_start(mr_process *process, const char *program, const char *confinement,
                      mr_channel_handle handle, mr_message *message) {
    wchar_t name[ROOM];
    PROCESS_INFORMATION made = {0};
    *process = (mr_process){.handle = NULL};
    if (*confinement) {
        mr_message_set(message, "memory and cpu_time of a slave can be limited on Linux only");
        return false;
    }
    if (mr_file_wide(program, name, ROOM) && create(name, handle, &made)) {
        process->handle = made.hProcess;
        process->job = make_job(made.hProcess);
        process->running = process->job && ResumeThread(made.hThread) != (DWORD)-1;
        CloseHandle(made.hThread);
        if (process->running)
            return true;
        TerminateProcess(made.hProcess, 1);
        CloseHandle(made.hProcess);
        if (process->job)
            CloseHandle((HANDLE)process->job);
    }
    mr_message_set(message,
                   "a process for the slave cannot be started with '%.200s': system error %lu",
                   program, GetLastError());
    return false;
}

static void note_end(mr_process *process) {
    DWORD code = 0;
    process->unknown = !GetExitCodeProcess((HANDLE)process->handle, &code);
    process->end_status = code;
    process->running = false;
    CloseHandle((HANDLE)process->handle);
    CloseHandle((HANDLE)process->job);
    process->handle = process->job = NULL;
}

static bool has_ended(const mr_process *process, double seconds) {
    const DWORD time = seconds < 1e6 ? (DWORD)(seconds * 1e3) : INFINITE;
    return WaitForSingleObject((HANDLE)process->handle, time) == WAIT_OBJECT_0;
}

bool mr_process_running(mr_process *process) {
    if (process->running && has_ended(process, 0.0))
        note_end(process);
    return process->running;
}

void mr_process_end(mr_process *process, double grace) {
    if (!process->running)
        return;
    if (!has_ended(process, grace)) {
        TerminateJobObject((HANDLE)process->job, 1);
        (void)has_ended(process, 1e9);
    }
    note_end(process);
}

bool mr_process_has_code(const mr_process *process, int code) {
    return !process->unknown && process->end_status == (unsigned long)code;
}

void mr_process_explain(const mr_process *process, char *text, size_t size) {
    static const struct {
        unsigned long code;
        const char *meaning;
    } faults[] = {
        {0xC0000005, "an invalid memory access"},
        {0xC00000FD, "a stack overflow"},
        {0xC000001D, "an invalid instruction"},
        {0xC0000094, "a division by zero"},
        {0xC0000409, "a failed check"},
        {0xC0000374, "a damaged heap"},
        {0xC000013A, "an interrupt"},
    };
    for (size_t i = 0; !process->unknown && i < sizeof faults / sizeof *faults; i++)
        if (process->end_status == faults[i].code) {
            snprintf(text, size, "was ended by %s", faults[i].meaning);
            return;
        }
    if (process->unknown)
        snprintf(text, size, "ended, nobody knows why");
    else
        snprintf(text, size, "ended with exit code %lu", process->end_status);
}

#else
typedef int mr_no_process_of_windows;
#endif
