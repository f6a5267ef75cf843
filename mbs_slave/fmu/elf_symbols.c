/* dynamic symbols by the section headers; every place is checked against the size of the file */
#include "elf_symbols.h"

#include <elf.h>
#include <string.h>

static bool take(const elf_symbols *s, size_t at, void *into, size_t size) {
    if (at > s->size || size > s->size - at)
        return false;
    memcpy(into, s->bytes + at, size);
    return true;
}

bool elf_symbols_read(elf_symbols *s, const char *bytes, size_t size) {
    *s = (elf_symbols){.bytes = (const unsigned char *)bytes, .size = size};
    Elf64_Ehdr head;
    if (!take(s, 0, &head, sizeof head) || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
        head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_shentsize != sizeof(Elf64_Shdr))
        return false;
    for (size_t i = 0; i < head.e_shnum; i++) {
        Elf64_Shdr section, names;
        if (!take(s, head.e_shoff + i * sizeof section, &section, sizeof section))
            return false;
        if (section.sh_type != SHT_DYNSYM)
            continue;
        if (section.sh_link >= head.e_shnum ||
            !take(s, head.e_shoff + section.sh_link * sizeof names, &names, sizeof names) ||
            section.sh_offset > size || section.sh_size > size - section.sh_offset ||
            names.sh_offset > size || names.sh_size > size - names.sh_offset ||
            names.sh_size == 0 || bytes[names.sh_offset + names.sh_size - 1] != '\0')
            return false;
        s->table = section.sh_offset;
        s->count = section.sh_size / sizeof(Elf64_Sym);
        s->names = names.sh_offset;
        s->names_size = names.sh_size;
        return true;
    }
    return false;
}

bool elf_symbols_has(const elf_symbols *s, const char *name) {
    for (size_t i = 0; i < s->count; i++) {
        Elf64_Sym symbol;
        memcpy(&symbol, s->bytes + s->table + i * sizeof symbol, sizeof symbol);
        if (symbol.st_shndx != SHN_UNDEF && symbol.st_name < s->names_size &&
            strcmp((const char *)s->bytes + s->names + symbol.st_name, name) == 0)
            return true;
    }
    return false;
}
