#ifndef MSVC_STDIO_H
#define MSVC_STDIO_H
#include <stdarg.h>
#include <stddef.h>
typedef struct _iobuf FILE;
FILE *fopen(const char *name, const char *mode);
FILE *_wfopen(const wchar_t *name, const wchar_t *mode);
int fclose(FILE *file);
int fputs(const char *text, FILE *file);
size_t fread(void *data, size_t size, size_t count, FILE *file);
size_t fwrite(const void *data, size_t size, size_t count, FILE *file);
int fseek(FILE *file, long offset, int origin);
long ftell(FILE *file);
int ferror(FILE *file);
extern FILE *msvc_stderr;
#define stderr msvc_stderr
int fprintf(FILE *file, const char *format, ...);
int printf(const char *format, ...);
int snprintf(char *text, size_t size, const char *format, ...);
int vsnprintf(char *text, size_t size, const char *format, va_list arguments);
#define SEEK_SET 0
#define SEEK_END 2
#endif
