#ifndef MSVC_LOCALE_H
#define MSVC_LOCALE_H
#define LC_NUMERIC                4
#define _ENABLE_PER_THREAD_LOCALE 1
char *setlocale(int category, const char *name);
int _configthreadlocale(int per_thread);
#endif
