#ifndef MSVC_STDLIB_H
#define MSVC_STDLIB_H
#include <stddef.h>
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *memory, size_t size);
void free(void *memory);
void abort(void);
void exit(int status);
double strtod(const char *text, char **end);
long strtol(const char *text, char **end, int base);
unsigned long strtoul(const char *text, char **end, int base);
long long strtoll(const char *text, char **end, int base);
unsigned long long strtoull(const char *text, char **end, int base);
char *getenv(const char *name);
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
int abs(int number);
#endif
