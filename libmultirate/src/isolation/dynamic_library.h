/* loading shared libraries, the same on every system */
#ifndef MR_DYNAMIC_LIBRARY_H
#define MR_DYNAMIC_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#if defined(_WIN32)
#define MR_LIBRARY_SUFFIX ".dll"
#define MR_PATH_SEPARATOR ';'
#elif defined(__APPLE__)
#define MR_LIBRARY_SUFFIX ".dylib"
#define MR_PATH_SEPARATOR ':'
#else
#define MR_LIBRARY_SUFFIX ".so"
#define MR_PATH_SEPARATOR ':'
#endif

/* NULL on failure, with the system's words in `why` */
void *mr_library_open(const char *path, char *why, size_t why_size);
void mr_library_close(void *library);
typedef void (*mr_any_function)(void);
mr_any_function mr_library_symbol(void *library, const char *name);

/* folder of the program or library that this code is part of; "" if unknown */
void mr_library_own_folder(char *folder, size_t size);

/* a variable of the environment, UTF-8; NULL if there is none. It may be kept in `text`. */
const char *mr_environment(const char *name, char *text, size_t size);

#endif
