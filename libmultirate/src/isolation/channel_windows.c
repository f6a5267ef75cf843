/* a file mapping without a name, and events to sleep on; the other process inherits all three */
#if defined(_WIN32)
#include "channel_memory.h"

#include <math.h>

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

bool mr_channel_has_one_processor(void) {
    SYSTEM_INFO about;
    GetSystemInfo(&about);
    return about.dwNumberOfProcessors < 2;
}

void mr_channel_yield(void) {
    SwitchToThread();
}

bool mr_channel_map(mr_channel *channel, mr_channel_handle handle) {
    channel->memory =
        MapViewOfFile((HANDLE)handle.mapping, FILE_MAP_WRITE, 0, 0, sizeof(mr_channel_memory));
    channel->handle = handle;
    return channel->memory != NULL;
}

bool mr_channel_map_new(mr_channel *channel, mr_channel_handle *handle) {
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    *handle =
        (mr_channel_handle){CreateFileMappingW(INVALID_HANDLE_VALUE, &inherited, PAGE_READWRITE, 0,
                                               (DWORD)sizeof(mr_channel_memory), NULL),
                            {CreateEventW(&inherited, FALSE, FALSE, NULL),
                             CreateEventW(&inherited, FALSE, FALSE, NULL)}};
    if (handle->mapping && handle->bells[0] && handle->bells[1] && mr_channel_map(channel, *handle))
        return true;
    channel->handle = *handle;
    mr_channel_close(channel);
    return false;
}

/* the channel keeps them */
void mr_channel_release(mr_channel_handle *handle) {
    (void)handle;
}

void mr_channel_close(mr_channel *channel) {
    void *all[] = {channel->handle.mapping, channel->handle.bells[0], channel->handle.bells[1]};
    if (channel->memory)
        UnmapViewOfFile(channel->memory);
    for (int i = 0; i < 3; i++)
        if (all[i])
            CloseHandle((HANDLE)all[i]);
    channel->memory = NULL;
    channel->handle = (mr_channel_handle){NULL, {NULL, NULL}};
}

void mr_channel_sleep(mr_channel *channel, double seconds) {
    WaitForSingleObject((HANDLE)channel->handle.bells[!channel->own],
                        isinf(seconds) ? INFINITE : (DWORD)(seconds * 1e3) + 1);
}

void mr_channel_wake(mr_channel *channel) {
    SetEvent((HANDLE)channel->handle.bells[channel->own]);
}

#else
typedef int mr_no_channel_of_windows;
#endif
