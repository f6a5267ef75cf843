/* binaries of FMUs, looked at without loading them: what they export, by the loader's own answer,
 * and damaged ones */
#define _XOPEN_SOURCE 700
#include "elf_symbols.h"
#include "fmu/validate.h"
#include "fmu_maker.h"
#include "mr_test.h"
#include "oscillator.h"

#include <dlfcn.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FMUS      MR_BINARY_DIR "/tests/mbs_slave/fmu/fmus/"
#define BINARIES  MR_BINARY_DIR "/tests/mbs_slave/fmu/binaries/"
#define COUNT(of) (sizeof(of) / sizeof *(of))

static char *whole_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size);
    CU_ASSERT_PTR_NOT_NULL_FATAL(bytes);
    CU_ASSERT_EQUAL(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

/* --- symbols --- */

/* the header of the dynamic symbols, or (names) of their names */
static Elf64_Shdr *find_section(char *bytes, bool names) {
    const Elf64_Ehdr *head = (const Elf64_Ehdr *)bytes;
    Elf64_Shdr *all = (Elf64_Shdr *)(bytes + head->e_shoff);
    for (int i = 0; i < head->e_shnum; i++)
        if (all[i].sh_type == SHT_DYNSYM)
            return names ? &all[all[i].sh_link] : &all[i];
    CU_FAIL_FATAL("there are no dynamic symbols");
    return NULL;
}

static void damage_magic(char *bytes) {
    bytes[1] = 'F';
}
static void damage_class(char *bytes) {
    bytes[EI_CLASS] = ELFCLASS32;
}
static void damage_entries(char *bytes) {
    ((Elf64_Ehdr *)bytes)->e_shentsize = 40;
}
static void damage_place(char *bytes) {
    ((Elf64_Ehdr *)bytes)->e_shoff = UINT64_MAX - 7;
}
static void damage_number(char *bytes) {
    ((Elf64_Ehdr *)bytes)->e_shnum = 0;
}
static void damage_link(char *bytes) {
    find_section(bytes, false)->sh_link = 60000;
}
static void damage_table(char *bytes) {
    find_section(bytes, false)->sh_offset = UINT64_MAX;
}
static void damage_length(char *bytes) {
    find_section(bytes, false)->sh_size = UINT64_MAX;
}
static void damage_names(char *bytes) {
    find_section(bytes, true)->sh_offset = UINT64_MAX;
}
static void damage_names_length(char *bytes) {
    find_section(bytes, true)->sh_size = UINT64_MAX;
}
static void damage_no_names(char *bytes) {
    find_section(bytes, true)->sh_size = 0;
}
static void damage_end_of_names(char *bytes) {
    find_section(bytes, true)->sh_size -= 1; /* then they end with a letter */
}

static void test_symbols_are_those_that_others_may_see(void) {
    size_t size;
    char *bytes = whole_file(BINARIES "oscillator.so", &size);
    elf_symbols symbols;
    CU_ASSERT_TRUE(elf_symbols_read(&symbols, bytes, size));
    CU_ASSERT_TRUE(elf_symbols_has(&symbols, "fmi2Instantiate"));
    CU_ASSERT_TRUE(elf_symbols_has(&symbols, "fmi3DoStep"));
    CU_ASSERT_FALSE(elf_symbols_has(&symbols, "fmi2Instantiat"));
    CU_ASSERT_FALSE(elf_symbols_has(&symbols, "calloc")); /* of the C library */
    CU_ASSERT_FALSE(elf_symbols_has(&symbols, ""));
    /* names beyond the names are none */
    Elf64_Shdr *section = find_section(bytes, false);
    Elf64_Sym *table = (Elf64_Sym *)(bytes + section->sh_offset);
    for (size_t i = 0; i < section->sh_size / sizeof *table; i++)
        table[i].st_name = UINT32_MAX;
    CU_ASSERT_TRUE(elf_symbols_read(&symbols, bytes, size));
    CU_ASSERT_FALSE(elf_symbols_has(&symbols, "fmi2Instantiate"));
    free(bytes);
}

static void test_damaged_libraries_have_no_symbols(void) {
    static void (*const damages[])(char *) = {
        damage_magic,  damage_class,        damage_entries,  damage_place,
        damage_number, damage_link,         damage_table,    damage_length,
        damage_names,  damage_names_length, damage_no_names, damage_end_of_names};
    size_t size;
    for (size_t i = 0; i < COUNT(damages); i++) {
        char *bytes = whole_file(BINARIES "oscillator.so", &size);
        elf_symbols symbols;
        damages[i](bytes);
        CU_ASSERT_FALSE(elf_symbols_read(&symbols, bytes, size));
        free(bytes);
    }
    char *bytes = whole_file(BINARIES "oscillator.so", &size);
    const size_t headers = ((const Elf64_Ehdr *)bytes)->e_shoff;
    for (size_t cut = 0; cut <= headers; cut += 1 + cut / 3) { /* the headers are its end */
        char *part = malloc(cut + 1);
        elf_symbols symbols;
        CU_ASSERT_PTR_NOT_NULL_FATAL(part);
        memcpy(part, bytes, cut);
        CU_ASSERT_FALSE(elf_symbols_read(&symbols, part, cut));
        free(part);
    }
    /* one that ends with the last header that is needed is whole */
    Elf64_Ehdr *head = (Elf64_Ehdr *)bytes;
    const Elf64_Shdr *all = (const Elf64_Shdr *)(bytes + headers);
    const Elf64_Shdr *table = find_section(bytes, false), *names = find_section(bytes, true);
    const size_t needed = (size_t)((table > names ? table : names) - all) + 1;
    elf_symbols symbols;
    head->e_shnum = (Elf64_Half)needed;
    CU_ASSERT_TRUE(elf_symbols_read(&symbols, bytes, headers + needed * sizeof *all));
    CU_ASSERT_FALSE(elf_symbols_read(&symbols, bytes, headers + needed * sizeof *all - 1));
    free(bytes);
}

/* --- what is told of FMUs --- */

/* sentences, with bars behind them */
static void note(void *context, fmu_severity severity, const char *where, const char *sentence) {
    char *all = context;
    const size_t used = strlen(all);
    CU_ASSERT_STRING_EQUAL(where, "binary");
    snprintf(all + used, 20000 - used, "%s%s|", severity == FMU_DOUBT ? "doubt: " : "", sentence);
}

static void judge(const char *path, char *told) {
    fmu_archive *archive = NULL;
    fmu_description *d = NULL;
    mr_message message = {""};
    char *text = NULL;
    size_t size = 0;
    told[0] = '\0';
    CU_ASSERT_EQUAL_FATAL(fmu_archive_open(path, &archive, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(
        fmu_archive_read(archive, "modelDescription.xml", 1 << 20, &text, &size, &message), MR_OK);
    CU_ASSERT_EQUAL_FATAL(fmu_description_read(path, text, size, false, &d, &message), MR_OK);
    CU_ASSERT_EQUAL(fmu_validate_binary(d, archive, &(fmu_judge){note, told}, &message), MR_OK);
    fmu_description_free(d);
    free(text);
    fmu_archive_close(archive);
}

/* each function that is told is one that the loader does not find, and some are */
static void test_missing_functions_are_those_that_the_loader_misses(void) {
    static const struct {
        const char *fmu, *library, *there, *missing;
    } cases[] = {
        {"full2", "oscillator", "fmi2DoStep", "fmi2GetStringStatus"},
        {"full3", "oscillator", "fmi3DoStep", "fmi3GetClock"},
        {"ball2", "ball", "fmi2GetDerivatives", "fmi2GetDirectionalDerivative"},
        {"first_cs", "first", "first_fmiDoStep", "first_fmiGetVersion"},
        {"first_me", "first", "first_fmiGetDerivatives", "first_fmiGetStateValueReferences"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char path[400], told[20000], name[200], word[220];
        snprintf(path, sizeof path, FMUS "%s.fmu", cases[i].fmu);
        judge(path, told);
        snprintf(path, sizeof path, BINARIES "%s.so", cases[i].library);
        void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
        CU_ASSERT_PTR_NOT_NULL_FATAL(library);
        CU_ASSERT_PTR_NOT_NULL(dlsym(library, cases[i].there));
        CU_ASSERT_PTR_NULL(dlsym(library, cases[i].missing));
        MR_ASSERT_CONTAINS(told, cases[i].missing);
        snprintf(word, sizeof word, " %s ", cases[i].there);
        CU_ASSERT_PTR_NULL(strstr(told, word));
        for (const char *at = told; sscanf(at, "the function %199s is not exported|", name) == 1;
             at = strchr(at, '|') + 1)
            CU_ASSERT_PTR_NULL(dlsym(library, name));
        dlclose(library);
    }
}

static void test_binaries_under_another_name_none_and_no_libraries(void) {
    char path[] = "/tmp/multirate-binary-XXXXXX", told[20000];
    const int descriptor = mkstemp(path);
    CU_ASSERT_FATAL(descriptor >= 0);
    close(descriptor);
    CU_ASSERT_FATAL(fmu_make_renamed(path));
    judge(path, told);
    MR_ASSERT_CONTAINS(told, "the library in binaries/linux64/ is called 'another name.so', not by "
                             "the model identifier 'oscillator'|");
    const char *xml = fmu_oscillator_xml(2, "", OSCILLATOR_TOKEN);
    const fmu_part parts[] = {{"modelDescription.xml", xml, NULL},
                              {"sources/all.c", "int x;", NULL},
                              {"binaries/linux64/oscillator.so", "no library", NULL}};
    CU_ASSERT_FATAL(fmu_make(path, parts, 1));
    judge(path, told);
    MR_ASSERT_CONTAINS(told, "doubt: there is none for this machine (binaries/");
    CU_ASSERT_PTR_NULL(strstr(told, "source code"));
    CU_ASSERT_FATAL(fmu_make(path, parts, 2));
    judge(path, told);
    MR_ASSERT_CONTAINS(told, "; there is source code|");
    CU_ASSERT_FATAL(fmu_make(path, parts, 3));
    judge(path, told);
    CU_ASSERT_STRING_EQUAL(told, "'binaries/linux64/oscillator.so' is no library of this system|");
    CU_ASSERT_EQUAL(unlink(path), 0);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_symbols_are_those_that_others_may_see),
        MR_TEST(test_damaged_libraries_have_no_symbols),
        MR_TEST(test_missing_functions_are_those_that_the_loader_misses),
        MR_TEST(test_binaries_under_another_name_none_and_no_libraries),
    };
    return mr_test_main("fmu_binary", tests, COUNT(tests), argc, argv);
}
