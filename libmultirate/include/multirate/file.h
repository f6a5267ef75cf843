/* files by names in UTF-8, on every system; no linking
 *
 * Windows takes the names of fopen in a code page that lacks most letters; a name that is no UTF-8
 * is left to it as it is. */
#ifndef MULTIRATE_FILE_H
#define MULTIRATE_FILE_H

#include <stdio.h>

#if defined(_WIN32)
#include <wchar.h>
#else
#include <errno.h>
#include <sys/stat.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32)
/* UTF-16 of a text in UTF-8; 0 if it is none, or too long */
static inline int mr_file_wide(const char *text, wchar_t *wide, size_t room) {
    size_t n = 0;
    const unsigned char *p = (const unsigned char *)text;
    while (*p) {
        const int more = *p < 0x80 ? 0 : *p >= 0xF0 ? 3 : *p >= 0xE0 ? 2 : 1;
        unsigned long code = more == 0 ? *p : *p & (0x3Fu >> more);
        if ((*p >= 0x80 && *p < 0xC2) || *p > 0xF4)
            return 0;
        p++;
        for (int i = 0; i < more; i++, p++) {
            if ((*p & 0xC0) != 0x80)
                return 0;
            code = code << 6 | (*p & 0x3Fu);
        }
        if (n + 3 > room || code > 0x10FFFF)
            return 0;
        if (code >= 0x10000) {
            wide[n++] = (wchar_t)(0xD800 + ((code - 0x10000) >> 10));
            code = 0xDC00 + ((code - 0x10000) & 0x3FF);
        }
        wide[n++] = (wchar_t)code;
    }
    wide[n] = L'\0';
    return 1;
}
#endif

/* as fopen; but a pipe or a device is not opened for reading, since that may wait for ever */
static inline FILE *mr_file_open(const char *name, const char *mode) {
#if defined(_WIN32)
    wchar_t wide_name[4096], wide_mode[8];
    if (mr_file_wide(name, wide_name, 4096) && mr_file_wide(mode, wide_mode, 8))
        return _wfopen(wide_name, wide_mode);
#else
    struct stat about;
    if (mode[0] == 'r' && stat(name, &about) == 0 && !S_ISREG(about.st_mode) &&
        !S_ISDIR(about.st_mode)) {
        errno = ENOTSUP;
        return NULL;
    }
#endif
    return fopen(name, mode);
}

#ifdef __cplusplus
}
#endif
#endif
