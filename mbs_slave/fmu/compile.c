/* FMUs that come as source code, compiled on request (compile=yes) by the C compiler of this
 * machine
 *
 * FMI 2.0 lists its files in the description, FMI 3.0 in sources/buildDescription.xml. Headers of
 * the standard that the FMU does not bring along are looked for in the folder headers=. */
#define _GNU_SOURCE
#include "common/xml_guard.h"
#include "fmu.h"

#include <errno.h>
#include <expat.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_WORDS 2000
#define MOST_TEXT  ((size_t)16 << 20)

extern char **environ;

/* the command line; words are copies */
typedef struct command_line {
    char *words[MOST_WORDS + 1];
    int count;
    bool failed;
    const char *folder;     /* of the sources */
    const char *identifier; /* FMI 3.0: the build configuration that is meant */
    bool inside;            /* it */
    XML_Parser expat;
} command_line;

CM_XML_FAIL_ON_DOCTYPE(on_doctype, command_line, expat)

static void add_word(command_line *c, const char *lead, const char *word) {
    const size_t size = strlen(lead) + strlen(word) + 1;
    char *copy = c->count < MOST_WORDS ? malloc(size) : NULL;
    c->failed = c->failed || !copy;
    if (!copy)
        return;
    snprintf(copy, size, "%s%s", lead, word);
    c->words[c->count++] = copy;
}

/* a file of the FMU, which must lie in it */
static void add_source(command_line *c, const char *lead, const char *name) {
    char path[FMU_PATH_SIZE + 500];
    if (name[0] == '/' || strstr(name, "..") || strlen(name) > 400) {
        c->failed = true;
        return;
    }
    snprintf(path, sizeof path, "%s/%s", c->folder, name);
    add_word(c, lead, path);
}

static const char *attribute(const char **attributes, const char *name) {
    for (; *attributes; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

static void XMLCALL on_element(void *data, const XML_Char *name, const XML_Char **attributes) {
    command_line *c = data;
    const char *id = attribute(attributes, "modelIdentifier"), *n = attribute(attributes, "name");
    if (strcmp(name, "BuildConfiguration") == 0)
        c->inside = id && strcmp(id, c->identifier) == 0;
    if (!c->inside || !n)
        return;
    if (strcmp(name, "SourceFile") == 0)
        add_source(c, "", n);
    else if (strcmp(name, "IncludeDirectory") == 0)
        add_source(c, "-I", n);
    else if (strcmp(name, "PreprocessorDefinition") == 0) {
        const char *value = attribute(attributes, "value");
        char text[500];
        snprintf(text, sizeof text, "%.200s%s%.250s", n, value ? "=" : "", value ? value : "");
        add_word(c, "-D", text);
    } else if (strcmp(name, "Library") == 0)
        add_word(c, "-l", n);
}

static mr_status list_sources(fmu_instance *fmu, command_line *c) {
    const fmu_description *d = fmu->description;
    const int before = c->count;
    if (d->version == 3) {
        char *text = NULL;
        size_t size = 0;
        MR_TRY(fmu_archive_read(fmu->archive, "sources/buildDescription.xml", MOST_TEXT, &text,
                                &size, fmu->message));
        XML_Parser expat = text ? XML_ParserCreate(NULL) : NULL;
        if (expat) {
            XML_SetUserData(expat, c);
            c->expat = expat;
            XML_SetStartElementHandler(expat, on_element);
            XML_SetStartDoctypeDeclHandler(expat, on_doctype);
            c->failed = XML_Parse(expat, text, (int)size, 1) != XML_STATUS_OK || c->failed;
            XML_ParserFree(expat);
        }
        free(text);
    }
    for (int i = 0; i < d->source_count; i++)
        add_source(c, "", d->sources[i]);
    if (c->count > before && !c->failed)
        return MR_OK;
    return fmu_complain(fmu, MR_ERR_SLAVE_OPEN, "'%.200s' does not tell which source files it has",
                        fmu->settings.file);
}

/* the first line with "error" in what the compiler has said */
static void find_words(const char *path, char *words, size_t size) {
    char line[600];
    FILE *file = fopen(path, "r");
    words[0] = '\0';
    while (file && fgets(line, sizeof line, file)) {
        const char *place = strstr(line, "sources/");
        line[strcspn(line, "\r\n")] = '\0';
        if (!words[0] || strstr(line, "error"))
            snprintf(words, size, "%.250s", place ? place + 8 : line);
        if (strstr(line, "error"))
            break;
    }
    if (file)
        fclose(file);
}

static mr_status run_compiler(fmu_instance *fmu, command_line *c, const char *said) {
    posix_spawn_file_actions_t actions;
    pid_t process;
    int outcome = -1;
    char words[300];
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 2, said, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 2, 1);
    const int started = posix_spawnp(&process, c->words[0], &actions, NULL, c->words, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (started != 0)
        return fmu_complain(fmu, MR_ERR_SLAVE_OPEN, "the compiler '%.100s' cannot be started: %s",
                            c->words[0], strerror(started));
    while (waitpid(process, &outcome, 0) < 0 && errno == EINTR)
        ;
    if (WIFEXITED(outcome) && WEXITSTATUS(outcome) == 0)
        return MR_OK;
    find_words(said, words, sizeof words);
    return fmu_complain(fmu, MR_ERR_SLAVE_OPEN,
                        "the source code of '%.150s' cannot be compiled: %s", fmu->settings.file,
                        words);
}

static mr_status compile(fmu_instance *fmu, command_line *c, const char *said) {
    MR_TRY(list_sources(fmu, c));
    add_word(c, "", "-lm");
    if (c->failed)
        return fmu_complain(fmu, MR_ERR_SLAVE_OPEN, "the sources of '%.200s' cannot be listed",
                            fmu->settings.file);
    return run_compiler(fmu, c, said);
}

mr_status fmu_compile(fmu_instance *fmu, char *library, size_t size) {
    char sources[FMU_PATH_SIZE + 20], said[FMU_PATH_SIZE + 20];
    const char *compiler = getenv("CC");
    MR_TRY(fmu_archive_unpack(fmu->archive, NULL, fmu->message));
    const char *folder = fmu_archive_folder(fmu->archive);
    snprintf(sources, sizeof sources, "%s/sources", folder);
    snprintf(said, sizeof said, "%s/compiler.txt", folder);
    snprintf(library, size, "%s/compiled.so", folder);
    command_line *c = calloc(1, sizeof *c);
    if (!c)
        return mr_no_memory(fmu->message);
    c->folder = sources;
    c->identifier = fmu->description->identifier;
    add_word(c, "", compiler && *compiler ? compiler : "cc");
    static const char *const usual[] = {"-shared", "-fPIC", "-O2", "-w", "-o"};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        add_word(c, "", usual[i]);
    add_word(c, "", library);
    add_word(c, "-I", sources);
    if (fmu->settings.headers)
        add_word(c, "-I", fmu->settings.headers);
    const mr_status status = compile(fmu, c, said);
    for (int i = 0; i < c->count; i++)
        free(c->words[i]);
    free(c);
    return status;
}
