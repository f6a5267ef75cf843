/* the names that a shared library exports, read from its bytes */
#ifndef FMU_ELF_SYMBOLS_H
#define FMU_ELF_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct elf_symbols {
    const unsigned char *bytes;
    size_t size;
    size_t table, count; /* of the dynamic symbols */
    size_t names, names_size;
} elf_symbols;

/* false: no 64-bit library of ELF, or damaged. The bytes must stay */
bool elf_symbols_read(elf_symbols *symbols, const char *bytes, size_t size);
/* is a function or object of this name defined in it, for others to see? */
bool elf_symbols_has(const elf_symbols *symbols, const char *name);

#endif
