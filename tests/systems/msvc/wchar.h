#ifndef MSVC_WCHAR_H
#define MSVC_WCHAR_H
#include <stddef.h>
size_t wcslen(const wchar_t *text);
#endif
