#define _XOPEN_SOURCE 700
#include "record.h"

#include "fmu_maker.h"

#include <stdlib.h>
#include <string.h>

static char path[4096];

void record_begin(void) {
    snprintf(path, sizeof path, "%s", fmu_scratch("record"));
    setenv("FMU_SCRIBE", path, 1);
    record_skip();
}

void record_skip(void) {
    remove(path);
}

static const char *take(void) {
    static char text[60000];
    FILE *file = fopen(path, "r");
    const size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    text[size] = '\0';
    if (file)
        fclose(file);
    remove(path);
    return text;
}

static void compare(const char *text, const char *lines) {
    if (strcmp(text, lines) != 0)
        printf("\n--- written:\n%s--- expected:\n%s---", text, lines);
    CU_ASSERT_STRING_EQUAL(text, lines);
}

void record_is(const char *lines) {
    compare(take(), lines);
}

void record_of(const char *const words[], int count, const char *lines) {
    static char kept[60000];
    size_t size = 0;
    for (const char *line = take(), *next; *line; line = next) {
        next = strchr(line, '\n') + 1;
        bool wanted = false;
        for (int i = 0; i < count; i++)
            wanted = wanted || strncmp(line, words[i], strlen(words[i])) == 0;
        if (wanted) {
            memcpy(kept + size, line, (size_t)(next - line));
            size += (size_t)(next - line);
        }
    }
    kept[size] = '\0';
    compare(kept, lines);
}

const char *record_fmu(const char *description) {
    static char file[4096];
    snprintf(file, sizeof file, "%s", fmu_scratch("scribe.fmu"));
    const fmu_part parts[] = {{"binaries/linux64/scribe.so", NULL, SCRIBE_LIBRARY},
                              {"modelDescription.xml", description, NULL},
                              {"binaries/x86_64-linux/scribe.so", NULL, SCRIBE_LIBRARY},
                              {"resources/here.txt", "here", NULL}};
    CU_ASSERT_FATAL(fmu_make(file, parts, sizeof parts / sizeof *parts));
    return file;
}

void record_must(fmu_run *run, mr_status status) {
    if (status != MR_OK)
        printf("\n    %s", run->message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
}
