#ifndef MSVC_WCHAR_H
#define MSVC_WCHAR_H
#include <stddef.h>
int _snwprintf(wchar_t *text, size_t size, const wchar_t *format, ...);
size_t wcslen(const wchar_t *text);
#endif
